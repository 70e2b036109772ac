import 'server-only'
import type { Answer } from '../api/answer'
import type { RequestParams } from '../api/request-params'
import { asResult, asResultNow, type Result } from '../api/result'
import type { UrlFilter } from '../page/address'
import { awaitUpstream, currentReader, deadlineIn } from '../platform/request-context'
import type { MethodName, Params } from '../protocol/rpc/methods'
import { within } from '../rpc-client/deadline'
import { slotUntil } from '../upstream/min-slot'
import type { Network } from '../upstream/networks/networks'
import { ask } from './ask'
import type { ListPlace } from './cursor/cursor'
import { readCursor } from './cursor/place'
import { type AccountSearch, findAccount } from './read/find-account'
import type { WholeRequest } from './whole/readings'
import { type WholePage, wholePage } from './whole/whole-page'

/* What pages ask of operations and lists: as long as they have, and for who waits for them. */

/**
 * Asks one operation; the slot that its params name is waited for until the page's own time for that is over.
 * @param withinMs if not as long as the gateway itself gives it.
 */
export function loadAnswer<M extends MethodName>(
  network: Network,
  method: M,
  params: RequestParams<M>,
  withinMs?: number,
): Promise<Result<Answer<M>>> {
  return asResult(
    awaitUpstream(() => {
      const asked = ask(network, method, params, 'interactive', slotUntil())
      return withinMs === undefined ? asked : within(asked, deadlineIn(withinMs))
    }),
  )
}

/**
 * Asks one operation to find out what a text is: once, for 3 s from its turn on, less urgent than a reader's own request.
 * Shared and cached with what pages ask.
 */
export function loadMeaning<M extends MethodName>(
  network: Network,
  method: M,
  params: RequestParams<M>,
): Promise<Result<Answer<M>>> {
  return asResult(awaitUpstream(() => ask(network, method, params, 'search')))
}

/** Looks for a hash among the first accounts of an owner. @param withinMs milliseconds. */
export function loadOwnersAccount(
  network: Network,
  owner: string,
  filters: readonly UrlFilter[],
  hash: string,
  minSlot: number | null,
  withinMs: number,
): Promise<Result<AccountSearch>> {
  const slot = minSlot === null ? null : { slot: minSlot, until: slotUntil() }
  return asResult(awaitUpstream(() => findAccount(network, owner, filters, hash, deadlineIn(withinMs), slot)))
}

/**
 * A page of an owner's list that is read whole, the reading begun or joined. Waits for its end, for at most `waitMs`.
 * @param params with the explorer's cursor
 */
export function loadWhole(
  network: Network,
  params: Params<'getCompressedAccountsByOwner'>,
  request: WholeRequest,
  waitMs: number,
): Promise<Result<WholePage>> {
  return asResult(awaitUpstream(() => wholePage(network, params, request, currentReader(), waitMs)))
}

/** Where the cursor among the params leads, or what is wrong with it; the beginning where there is none. Makes no call. */
export function placeOf<M extends MethodName>(
  network: Network,
  method: M,
  params: RequestParams<M>,
): Result<ListPlace> {
  return asResultNow(() => readCursor(network, method, params))
}
