import 'server-only'
import { invalidParams, ProblemError } from '../../api/problem'
import { clock } from '../../platform/clock'
import type { ItemOf, ListMethod, Params } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { Urgency } from '../../rpc-client/urgency'
import { answeredBy } from '../../upstream/cache/answered-by'
import { onSomeIndexer } from '../../upstream/indexer/failover'
import { fromSlot, waitsUntil } from '../../upstream/min-slot'
import { indexersOf, type Network } from '../../upstream/networks/networks'
import { encodeCursor, FIRST_PAGE, isMovedTo, MOVED, notOfThisList, sliceOf, sourceOf } from '../cursor/cursor'
import type { SortPlace } from '../cursor/place'
import type { WalkEnd, WalkStep } from './walk'
import { READING_MS, sortedList, wholeList } from './whole-list'

/** The refusal of a file in an order that its list cannot be had in. @param reason words that follow "because" */
export function notSortable(reason: string): ProblemError {
  const message = `cannot be followed: the whole list is not available for sorting because ${reason}`
  return new ProblemError(invalidParams([{ name: 'sort', message }]))
}

/**
 * All rows of a sorted list behind a place, as walkList() gives those of one in its own order. The list is read before the
 * first of them.
 * @param minSlot slot that no row may be older than; null: none.
 * @throws RpcError when it cannot be read.
 * @throws ProblemError when it is not to be had as a whole, or the place is none of it.
 */
export async function* walkSorted<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  place: SortPlace,
  minSlot: number | null = null,
): AsyncGenerator<WalkStep<M>, WalkEnd> {
  const { sort } = place
  if (place.in === 'list' && place.cursor !== FIRST_PAGE) throw notOfThisList()
  // Old rows will do for a page, not for an export.
  const start = place.in === 'sorted' ? place.cursor : null
  let indexer = indexersOf(network)[0]
  const { value: list, via } = await fromSlot(network, minSlot, waitsUntil(), null, () => {
    const deadline = clock().monotonic() + READING_MS
    return onSomeIndexer(network, { place: start?.indexer, minSlot }, async (each, spare) => {
      const call = { deadline, patienceMs: null, urgency: new Urgency('export'), minSlot, spare }
      const whole = await wholeList(each, method, params, call)
      indexer = each
      return whole
    })
  })
  if (!list.isWhole) throw notSortable(list.reason)
  const sorted = await sortedList(method, list, sort, sliceOf(params))
  const moved = start !== null && isMovedTo(indexer, start)
  if (start && !sorted.compares(start.position)) throw notOfThisList()
  const known = { repeatsRemoved: list.repeats, requests: via === 'miss' ? list.requests : 0 }
  let from = start ? sorted.rowsUpTo(start.position) : 0
  do {
    const to = Math.min(from + MAX_LIMIT, sorted.length)
    const items = sorted.rows(from, to) as ItemOf<M>[]
    const at = {
      firstSlot: start ? start.firstSlot : list.slot,
      sort,
      trail: [],
      given: true,
      ...sourceOf(indexer, moved),
    }
    const cursor =
      to < sorted.length ? encodeCursor(network, method, params, { ...at, position: sorted.placeBehind(to) }) : null
    yield { items, slot: list.slot, cursor, ordered: true, ...known, ...answeredBy(indexer, list.slot) }
    from = to
  } while (from < sorted.length)
  const proven = moved
    ? { complete: null, completeReason: MOVED }
    : { complete: true, completeReason: list.completeReason }
  return { ...proven, next: null, problem: null, ...known }
}
