import { type AccountCall, contentOf, historyAround } from '../account/load'
import { mintsOf } from '../account/mints/load-mints'
import { proofs } from '../account/proof/proofs'
import { ProblemError } from '../api/problem'
import { finishedAnswers } from '../api/response-cache'
import { toProblem } from '../api/rpc-problem'
import { compareIndexers } from '../compare/comparisons'
import { answerMachine } from '../http/answers'
import { ask } from '../listing/ask'
import { readCursor } from '../listing/cursor/place'
import { sentFor } from '../listing/cursor/sent'
import { rememberedList } from '../listing/read/chunk'
import { findAccount } from '../listing/read/find-account'
import { wholePage } from '../listing/whole/whole-page'
import { clock, inTime } from '../platform/clock'
import type { Reader } from '../platform/reader'
import { RpcError } from '../protocol/rpc/failure'
import { within } from '../rpc-client/deadline'
import { isCrawler } from '../site/crawlers'
import { statusOf } from '../status/health/probe'
import { availabilityOf, historyOf } from '../status/history/history'
import { transactionDetails } from '../transaction/load'
import { chainOf, chainStates } from '../upstream/chain/node'
import { upstreamOf } from '../upstream/indexer/guards'
import { preferredIndexer } from '../upstream/indexer/preferred'
import { waitsUntil } from '../upstream/min-slot'
import { indexersOf, metricsSetting, networkNamed, networks, ownHosts, siteUrl } from '../upstream/networks/networks'
import type { Door, DoorResult } from './door'
import { exchanges } from './exchange'

/** The door to this process's gateway. */
export const GATEWAY_DOOR: Door = {
  networkNamed,
  networks,
  siteUrl,
  ownHosts,
  metricsPort: () => metricsSetting()?.port ?? null,
  callsPerSecond: (network) => upstreamOf(preferredIndexer(network)).plan?.rate ?? null,
  chainStates,
  statusOf: (network, samples) => elsewhere(() => statusOf(network, samples)),
  // The time is the indexer's: a page may wait for its next turn for longer than that.
  statusWithin: (network, samples, withinMs) => elsewhere(() => inTime(statusOf(network, samples), withinMs)),
  availabilityOf,
  historyOf,
  ask: (network, method, params, withinMs) =>
    asResult(elsewhere(() => atMost(ask(network, method, params, 'interactive', slotUntil()), withinMs))),
  search: (network, method, params) => asResult(elsewhere(() => ask(network, method, params, 'search'))),
  asksChain(network) {
    if (!chainOf(network)) return 'not configured'
    return forCrawler() ? 'crawler' : 'yes'
  },
  accountContent: (network, hash, minSlot, withinMs) =>
    asResult(
      elsewhere(() => contentOf(network, hash, { ...accountCall(minSlot, withinMs), remembered: forCrawler() })),
    ),
  transaction: (network, signature, withinMs) =>
    asResult(
      elsewhere(() => transactionDetails(network, signature, clock().monotonic() + withinMs, 'interactive', left())),
    ),
  accountHistory: (network, hash, page, minSlot, withinMs) =>
    asResult(elsewhere(() => historyAround(network, hash, page, accountCall(minSlot, withinMs)))),
  indexerLabels: (network) => indexersOf(network).map(({ label }) => label),
  compare: (network, query, withinMs) =>
    asResult(elsewhere(async () => (forCrawler() ? null : compareIndexers(network, query, withinMs, reader())))),
  findAccount: (network, owner, filters, hash, minSlot, withinMs) =>
    asResult(
      elsewhere(() =>
        findAccount(
          network,
          owner,
          filters,
          hash,
          clock().monotonic() + withinMs,
          minSlot === null ? null : { slot: minSlot, until: slotUntil() },
        ),
      ),
    ),
  whole: (network, params, request, waitMs) =>
    asResult(elsewhere(() => wholePage(network, params, request, reader(), waitMs))),
  remembered: rememberedList,
  placeOf: (network, method, params) => asResultNow(() => readCursor(network, method, params)),
  sentFor,
  proofs: ({ name }, rows, options) => elsewhere(() => proofs().of(name, rows, options)),
  mintsOf: (network, mints, withinMs) => elsewhere(() => mintsOf(network, mints, forCrawler() ? 0 : withinMs)),
  async answer() {
    const exchange = exchanges().getStore()
    if (!exchange) throw new Error('a route handler runs for no request of our server')
    const { request, response, left } = exchange
    const answer = await answerMachine(request, left)
    if (!answer) return null
    response.state(answer)
    if (answer.again) finishedAnswers().remember(request.target, answer.again)
    return answer
  },
}

/**
 * Asks for what comes from elsewhere, unless the reader of the page has left; the page holds no place meanwhile. For who
 * has left nothing ever comes: the framework has given such a page up, and would log whatever is thrown into it.
 */
async function elsewhere<T>(ask: () => Promise<T>): Promise<T> {
  const { left, turn } = exchanges().getStore() ?? {}
  if (left?.aborted) return never()
  try {
    return await (turn ? turn.whileWaiting(ask()) : ask())
  } finally {
    if (left?.aborted) await never()
  }
}

/** Aborted when whoever the page is for has left. */
function left(): AbortSignal | undefined {
  return exchanges().getStore()?.left
}

/** Who waits for the page. */
function reader(): Reader {
  const exchange = exchanges().getStore()
  if (!exchange) throw new Error('a page is made for no request of our server')
  return { peer: exchange.request.peer, left: exchange.left }
}

/** True where the page is for an index or a preview: no chain node is asked for it. */
function forCrawler(): boolean {
  return isCrawler(exchanges().getStore()?.request.headers['user-agent'])
}

/** Until when the slot that an address names is waited for: a page has waited for it before its turn. */
function slotUntil(): number {
  return exchanges().getStore()?.slotUntil ?? waitsUntil()
}

function accountCall(minSlot: number | null, withinMs: number): AccountCall {
  return { deadline: clock().monotonic() + withinMs, minSlot, slotUntil: slotUntil(), left: left() }
}

function never(): Promise<never> {
  return new Promise(() => {})
}

function atMost<T>(promise: Promise<T>, ms: number | undefined): Promise<T> {
  return ms === undefined ? promise : within(promise, clock().monotonic() + ms)
}

/** Failures that an indexer or a reader causes, as data; what is a fault of our own stays an exception. */
async function asResult<T>(promise: Promise<T>): Promise<DoorResult<T>> {
  try {
    return { ok: true, value: await promise }
  } catch (error) {
    return failed(error)
  }
}

function asResultNow<T>(read: () => T): DoorResult<T> {
  try {
    return { ok: true, value: read() }
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): { ok: false; problem: ProblemError['problem'] } {
  if (error instanceof ProblemError) return { ok: false, problem: error.problem }
  if (error instanceof RpcError) return { ok: false, problem: toProblem(error.failure) }
  throw error
}
