import 'server-only'
import { type DehydratedState, dehydrate } from '@tanstack/react-query'
import type { AccountUrl } from '@/lib/account/address'
import type { AccountContent, AccountHistory } from '@/lib/account/history/contract'
import { tokenOf } from '@/lib/account/lens/token-data'
import { chainWord, type Life, lifeOf, NO_EVIDENCE } from '@/lib/account/life'
import { accountRequest } from '@/lib/account/page'
import { loadContent, loadHistory, loadRowProofs } from '@/lib/account/page-requests'
import { provenRow } from '@/lib/account/proof/contract'
import type { Answer } from '@/lib/api/answer'
import type { Problem } from '@/lib/api/problem'
import { newQueryClient, rpcQuery } from '@/lib/api/query'
import type { Result } from '@/lib/api/result'
import type { IndexerStatus } from '@/lib/api/status'
import { loadAnswer, loadOwnersAccount } from '@/lib/listing/page-requests'
import type { AccountSearch } from '@/lib/listing/read/find-account'
import type { LifeEvidence } from '@/lib/page/evidence'
import { clock } from '@/lib/platform/clock'
import { loadStatus } from '@/lib/status/load'
import { asksChain } from '@/lib/upstream/chain/node'
import type { Network } from '@/lib/upstream/networks/networks'
import { oncePerRequest, PROOFS_WITHIN_MS } from '../../../lib/site/load'

/** Milliseconds for everything that the page requests. design.md 2 (6). */
const TOTAL_MS = 8_000

/** Result of the search for an account's row among those of the owner that the link names. */
export type RowSearch = { ok: true; result: AccountSearch } | { ok: false; problem: Problem }

/** What the page of an account is rendered from. */
export interface LoadedAccount {
  state: DehydratedState
  status: IndexerStatus
  /** The slot that the indexer is at, while the link names a later one; null: it names none, or that is reached. */
  waitsAt: number | null
  /** Result of the request for its life. */
  outcome: { answer: Answer<'getCompressionSignaturesForAccount'> } | { problem: Problem }
  /** Why there is no life; null when there is one. */
  problem: Problem | null
  /** null: the link names no owner, a chain node is asked for the content, or nothing was requested yet. */
  row: RowSearch | null
}

/** What a chain node adds to the page of an account. */
export interface LoadedChain {
  content: Result<AccountContent>
  /** null: without the content there is none. */
  history: Result<AccountHistory> | null
  /** In the place of the content, where that failed and the link names an owner. */
  row: RowSearch | null
}

/** What the page and its head are both made of. */
export interface LoadedPage {
  loaded: LoadedAccount
  chain: LoadedChain | null
  row: RowSearch | null
  evidence: LifeEvidence
  /** Null: there is no answer. */
  life: Life | null
}

/** Everything that the page of an account and its head are made of, once per request. */
export function loadPage(network: Network, url: AccountUrl): Promise<LoadedPage> {
  return oncePerRequest(`account page ${network.name} ${JSON.stringify(url)}`, async () => {
    const startedMs = clock().monotonic()
    const loaded = await loadNow(network, url)
    const { outcome } = loaded
    if ('problem' in outcome) {
      return { loaded, chain: null, row: loaded.row, evidence: NO_EVIDENCE, life: null }
    }
    const chain = await loadChain(network, url, startedMs)
    const content = chain ? chain.content : await rememberedContent(network, url)
    const row = chain ? chain.row : loaded.row
    const evidence = {
      chain: wordOf(content, chain?.history ?? null),
      liveAt: row?.ok && row.result.account ? row.result.slot : null,
    }
    return { loaded, chain, row, evidence, life: lifeOf(outcome.answer.result.value.items, evidence) }
  })
}

/** What was read before of an account for whom no chain node is asked. */
function rememberedContent(network: Network, { hash, minSlot }: AccountUrl) {
  return asksChain(network) === 'crawler' ? loadContent(network, hash, minSlot, TOTAL_MS) : null
}

function wordOf(content: LoadedChain['content'] | null, history: LoadedChain['history']) {
  const end = history?.ok ? history.value.newestEnd : null
  // The history reads the consuming transaction too.
  const problem = end?.kind === 'problem' && history?.ok && end.hash === history.value.hash ? end.problem : null
  const disagrees = problem && chainWord({ ok: false, problem })
  return disagrees ?? chainWord(content)
}

/**
 * Content and history of an account that the indexer knows. Crawlers and previews cost a chain node no call. Content first, so that both cost no more than one. Null where no chain node is asked.
 * @param startedMs when the page was begun, monotonic milliseconds.
 */
async function loadChain(network: Network, url: AccountUrl, startedMs: number): Promise<LoadedChain | null> {
  if (asksChain(network) !== 'yes') return null
  const leftMs = () => Math.max(0, startedMs + TOTAL_MS - clock().monotonic())
  const { hash, owner, filters, minSlot, history: window, limit } = url
  const content = await loadContent(network, hash, minSlot, leftMs())
  if (content.ok) {
    return {
      content,
      history: await loadHistory(network, hash, { window, limit }, minSlot, leftMs()),
      row: null,
    }
  }
  const row = owner === null ? null : await loadOwnersAccount(network, owner, filters, hash, minSlot, leftMs())
  return { content, history: null, row: row && (row.ok ? { ok: true, result: row.value } : row) }
}

/** The mints of what the page shows: content, versions, and accounts that may be meant. */
export function mintsIn(chain: LoadedChain | null, row: RowSearch | null): string[] {
  const content = chain?.content.ok ? [chain.content.value] : []
  const { items = [], newestEnd, oldestEnd } = chain?.history?.ok ? chain.history.value : {}
  const choices = [newestEnd, oldestEnd].flatMap((end) => (end?.kind === 'several' ? end.accounts : []))
  const known = [...content, ...items, ...choices].map(({ tokenData }) => tokenData)
  const listed = row?.ok && row.result.account ? tokenOf(row.result.account) : null
  return [...known, listed].flatMap((token) => token?.mint ?? [])
}

/**
 * Everything the page of an account shows, in at most 8 s. Where the link names a slot, it has nothing older: an unknown hash
 * means nothing before that slot. The parts fail independently.
 */
async function loadNow(network: Network, url: AccountUrl): Promise<LoadedAccount> {
  const deadline = clock().monotonic() + TOTAL_MS
  const client = newQueryClient()
  const asStatus = loadStatus(network)
  const params = accountRequest(url)
  const leftMs = deadline - clock().monotonic()
  const [life, row, status] = await Promise.all([
    loadAnswer(network, 'getCompressionSignaturesForAccount', params, leftMs),
    url.owner === null || asksChain(network) === 'yes' ? null : findRow(network, url, url.owner, leftMs),
    asStatus,
  ])
  if (life.ok) {
    client.setQueryData(rpcQuery('getCompressionSignaturesForAccount', params, network.name).queryKey, life.value)
  }
  const isWaiting = !life.ok && life.problem.code === 'slot_not_reached'
  return {
    state: dehydrate(client),
    status,
    waitsAt: isWaiting ? (life.problem.slot ?? null) : null,
    outcome: life.ok ? { answer: life.value } : { problem: life.problem },
    problem: life.ok ? null : life.problem,
    row: isWaiting ? null : row,
  }
}

async function findRow(network: Network, url: AccountUrl, owner: string, withinMs: number): Promise<RowSearch> {
  const search = await loadOwnersAccount(network, owner, url.filters, url.hash, url.minSlot, withinMs)
  if (!search.ok) return search
  const { account } = search.value
  if (!account) return { ok: true, result: search.value }
  const [proof = null] = await loadRowProofs(network, [account], {
    sliced: false,
    indexer: undefined,
    withinMs: PROOFS_WITHIN_MS,
  })
  return { ok: true, result: { ...search.value, account: provenRow(account, proof) } }
}
