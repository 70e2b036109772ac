import 'server-only'
import { type DehydratedState, dehydrate } from '@tanstack/react-query'
import type { AccountUrl } from '@/lib/account/address'
import type { AccountContent, AccountHistory } from '@/lib/account/history/contract'
import { cachedTokenData } from '@/lib/account/lens/token-data'
import { type AccountLifetime, chainEvidence, lifeOf, NO_EVIDENCE } from '@/lib/account/life'
import { accountRequest } from '@/lib/account/page'
import { loadContent, loadDecoder, loadHistory, loadRowProofs } from '@/lib/account/page-requests'
import { withProof } from '@/lib/account/proof/contract'
import type { Answer } from '@/lib/api/answer'
import type { AnswerIdl } from '@/lib/api/idl'
import type { Problem } from '@/lib/api/problem'
import { newQueryClient, rpcQuery } from '@/lib/api/query'
import type { Result } from '@/lib/api/result'
import type { IndexerStatus } from '@/lib/api/status'
import { loadAnswer, loadOwnersAccount } from '@/lib/listing/page-requests'
import type { AccountSearch } from '@/lib/listing/read/find-account'
import type { LifeEvidence } from '@/lib/page/evidence'
import { clock } from '@/lib/platform/clock'
import { oncePerRequest, PROOFS_WITHIN_MS } from '@/lib/site/load'
import { loadStatus } from '@/lib/status/api'
import { asksChain } from '@/lib/upstream/chain/node'
import type { Network } from '@/lib/upstream/networks/networks'

/** For all requests of the page. design.md 2 (6). */
const TOTAL_MS = 8_000

/** Milliseconds for the IDL of the owner program. */
const IDL_MS = 800

const METHOD = 'getCompressionSignaturesForAccount'

interface LoadedAccount {
  state: DehydratedState
  status: IndexerStatus
  /** The indexer's slot while the link names a later one; null: reached, or not in the link. */
  waitsAt: number | null
  outcome: { answer: Answer<typeof METHOD> } | { problem: Problem }
  /** null: no chain node was asked. */
  content: Result<AccountContent> | null
  /** null: no content. */
  history: Result<AccountHistory> | null
  /** The account in its owner's list. null: no owner in the link, or the content was read. */
  row: Result<AccountSearch> | null
  /** null: no data, or not asked for. */
  idl: AnswerIdl | null
  evidence: LifeEvidence
  life: AccountLifetime | null
}

/** Parts fail independently. Before the slot in the link nothing is shown: an unknown hash means nothing yet. */
export function loadAccountPage(network: Network, url: AccountUrl): Promise<LoadedAccount> {
  return oncePerRequest(`account page ${network.name} ${JSON.stringify(url)}`, async () => {
    const until = clock().monotonic() + TOTAL_MS
    const leftMs = () => Math.max(0, until - clock().monotonic())
    const { hash, minSlot, history: window, limit } = url
    const asks = asksChain(network)
    const client = newQueryClient()
    const params = accountRequest(url)
    const [answer, status, listed] = await Promise.all([
      loadAnswer(network, METHOD, params, leftMs()),
      loadStatus(network),
      asks === 'yes' ? null : findRow(network, url, leftMs()),
    ])
    if (!answer.ok) {
      const { problem } = answer
      const isWaiting = problem.code === 'slot_not_reached'
      const nothing = { content: null, history: null, idl: null, evidence: NO_EVIDENCE, life: null }
      return {
        ...{ state: dehydrate(client), status, outcome: { problem }, ...nothing },
        waitsAt: isWaiting ? (problem.slot ?? null) : null,
        row: isWaiting ? null : listed,
      }
    }
    client.setQueryData(rpcQuery(METHOD, params, network.name).queryKey, answer.value)
    // Crawlers get cached content only. Content is loaded first, since the history reuses its calls.
    const content = asks === 'not configured' ? null : await loadContent(network, hash, minSlot, leftMs())
    const isRead = asks === 'yes' && content?.ok === true
    const history = isRead ? await loadHistory(network, hash, { window, limit }, minSlot, leftMs()) : null
    const row = asks === 'yes' && !isRead ? await findRow(network, url, leftMs()) : listed
    const account = content?.ok ? content.value.account : row?.ok ? row.value.account : null
    const { decode, idl } = await loadDecoder(network, account, Math.min(IDL_MS, leftMs()))
    const evidence = {
      chain: wordOf(content, history),
      liveAt: row?.ok && row.value.account ? row.value.slot : null,
    }
    return {
      ...{ state: dehydrate(client), status, waitsAt: null, outcome: { answer: answer.value } },
      content: asks === 'yes' ? mapped(content, (value) => ({ ...value, account: decode(value.account) })) : null,
      history: mapped(history, (value) => ({
        ...value,
        items: value.items.map(({ account, previous, ...version }) => ({
          ...{ ...version, account: decode(account) },
          previous: previous && { ...previous, account: decode(previous.account) },
        })),
      })),
      row: mapped(row, (value) => ({ ...value, account: value.account && decode(value.account) })),
      ...{ evidence, idl },
      life: lifeOf(answer.value.result.value.items, evidence),
    }
  })
}

function mapped<T>(result: Result<T> | null, map: (value: T) => T): Result<T> | null {
  return result?.ok ? { ok: true, value: map(result.value) } : result
}

function wordOf(content: LoadedAccount['content'], history: LoadedAccount['history']) {
  const end = history?.ok ? history.value.newestEnd : null
  // The history reads the consuming transaction too.
  const problem = end?.kind === 'problem' && history?.ok && end.hash === history.value.hash ? end.problem : null
  return (problem && chainEvidence({ ok: false, problem })) ?? chainEvidence(content)
}

export function mintsIn({ content, history, row }: LoadedAccount): string[] {
  const { items = [], newestEnd, oldestEnd } = history?.ok ? history.value : {}
  const choices = [newestEnd, oldestEnd].flatMap((end) => (end?.kind === 'several' ? end.accounts : []))
  const known = [...(content?.ok ? [content.value] : []), ...items, ...choices].map(({ tokenData }) => tokenData)
  const listed = row?.ok && row.value.account ? cachedTokenData(row.value.account) : null
  return [...known, listed].flatMap((token) => token?.mint ?? [])
}

/** Of what the page shows beside its signatures, which have their own times. */
export function slotsIn({ content, history, row }: LoadedAccount): number[] {
  const accounts = [
    content?.ok && content.value.account,
    history?.ok && history.value.live,
    row?.ok && row.value.account,
  ]
  return accounts.flatMap((account) => (account ? [account.slotCreated] : []))
}

async function findRow(
  network: Network,
  { owner, filters, hash, minSlot }: AccountUrl,
  withinMs: number,
): Promise<LoadedAccount['row']> {
  if (owner === null) return null
  const search = await loadOwnersAccount(network, owner, filters, hash, minSlot, withinMs)
  if (!search.ok || !search.value.account) return search
  const { account } = search.value
  const options = { sliced: false, indexer: undefined, withinMs: PROOFS_WITHIN_MS }
  const [proof = null] = await loadRowProofs(network, [account], options)
  return { ok: true, value: { ...search.value, account: withProof(account, proof) } }
}
