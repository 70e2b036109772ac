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

/** Milliseconds for all requests of the page. design.md 2 (6). */
const TOTAL_MS = 8_000

export type RowSearch = { ok: true; result: AccountSearch } | { ok: false; problem: Problem }

export interface LoadedAccount {
  state: DehydratedState
  status: IndexerStatus
  /** The indexer's slot while the link names a later one; null: reached, or not in the link. */
  waitsAt: number | null
  outcome: { answer: Answer<'getCompressionSignaturesForAccount'> } | { problem: Problem }
  problem: Problem | null
  /** null: no owner in the link, the chain node has the content, or nothing was requested yet. */
  row: RowSearch | null
}

export interface LoadedChain {
  content: Result<AccountContent>
  /** null: no content. */
  history: Result<AccountHistory> | null
  /** The fallback when the content failed and the link names an owner. */
  row: RowSearch | null
}

export interface LoadedPage {
  loaded: LoadedAccount
  chain: LoadedChain | null
  row: RowSearch | null
  evidence: LifeEvidence
  life: Life | null
}

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

/** Crawlers get only cached content: they must not cost a chain node a call. */
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

/** Content first: the history then reuses its calls. null: no chain node. @param startedMs monotonic milliseconds */
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

export function mintsIn(chain: LoadedChain | null, row: RowSearch | null): string[] {
  const content = chain?.content.ok ? [chain.content.value] : []
  const { items = [], newestEnd, oldestEnd } = chain?.history?.ok ? chain.history.value : {}
  const choices = [newestEnd, oldestEnd].flatMap((end) => (end?.kind === 'several' ? end.accounts : []))
  const known = [...content, ...items, ...choices].map(({ tokenData }) => tokenData)
  const listed = row?.ok && row.result.account ? tokenOf(row.result.account) : null
  return [...known, listed].flatMap((token) => token?.mint ?? [])
}

/**
 * Takes at most 8 s; parts fail independently. With a slot in the link nothing older is shown: before that slot an unknown hash
 * means nothing.
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
