import 'server-only'
import type { Answer } from '../api/answer'
import type { RequestParams } from '../api/request-params'
import { asResult, asResultNow, type Result } from '../api/result'
import type { KnownTimes } from '../format/slot-time'
import type { UrlFilter } from '../page/address'
import { awaitUpstream, currentClient, deadlineIn } from '../platform/request-context'
import type { MethodName, Params } from '../protocol/rpc/methods'
import { withDeadline } from '../rpc-client/deadline'
import { isForCrawler } from '../upstream/chain/node'
import { slotUntil } from '../upstream/min-slot'
import type { Network } from '../upstream/networks/networks'
import { ask } from './ask'
import { readCursor } from './cursor/place'
import { withDecodings } from './decoded'
import { findAccount } from './read/find-account'
import { learnTimes, timesAround } from './slot-times'
import type { WholeRequest } from './whole/readings'
import { wholePage } from './whole/whole-page'

/** @param withinMs timeout; absent: that of the gateway */
export function loadAnswer<M extends MethodName>(
  network: Network,
  method: M,
  params: RequestParams<M>,
  withinMs?: number,
): Promise<Result<Answer<M>>> {
  return asResult(
    awaitUpstream(async () => {
      const asked = ask(network, method, params, 'interactive', slotUntil())
      const answer = await (withinMs === undefined ? asked : withDeadline(asked, deadlineIn(withinMs)))
      return withDecodings(network, method, params, answer)
    }),
  )
}

/** One attempt of 3 s at low priority, which shares the cache of pages. */
export function loadMeaning<M extends MethodName>(network: Network, method: M, params: RequestParams<M>) {
  return asResult(awaitUpstream(() => ask(network, method, params, 'search')))
}

export function loadOwnersAccount(
  network: Network,
  owner: string,
  filters: readonly UrlFilter[],
  hash: string,
  minSlot: number | null,
  withinMs: number,
) {
  const slot = minSlot === null ? null : { slot: minSlot, until: slotUntil() }
  return asResult(awaitUpstream(() => findAccount(network, owner, filters, hash, deadlineIn(withinMs), slot)))
}

export function loadWhole(
  network: Network,
  params: Params<'getCompressedAccountsByOwner'>,
  request: WholeRequest,
  waitMs: number,
) {
  return asResult(
    awaitUpstream(async () => {
      const page = await wholePage(network, params, request, currentClient(), waitMs)
      const answer = await withDecodings(network, 'getCompressedAccountsByOwner', params, page.answer)
      return { ...page, answer }
    }),
  )
}

/** Milliseconds that a page waits for look-ups of block times: without them its estimates are worse. */
const TIMES_MS = 800

/** Block times around these slots. Crawlers cause no call. Never rejects. */
export async function loadTimes(network: Network, slots: readonly number[]): Promise<KnownTimes> {
  if (!isForCrawler()) {
    await asResult(awaitUpstream(() => withDeadline(learnTimes(network, slots), deadlineIn(TIMES_MS))))
  }
  return timesAround(network, slots)
}

export function readPagePlace<M extends MethodName>(network: Network, method: M, params: RequestParams<M>) {
  return asResultNow(() => readCursor(network, method, params))
}
