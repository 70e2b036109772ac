import type { ListAnswer } from './list-reader'
import 'server-only'
import type { UrlSlice } from '../../page/address'
import { clock } from '../../platform/clock'
import { loopTurn } from '../../platform/turns'
import { type AccountItem, type AnyItem, slotIn } from '../../protocol/rpc/items'
import { type ListMethod, listOf, rowsNameOf } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { withDeadline } from '../../rpc-client/deadline'
import type { Urgency } from '../../rpc-client/urgency'
import { memory } from '../../upstream/cache/cache'
import { expiryTimes, type Freshness } from '../../upstream/cache/freshness'
import type { CachedValue, CacheRequest, LoadedValue } from '../../upstream/cache/memory'
import { troubleWith, upstreamOf } from '../../upstream/indexer/indexers'
import type { Indexer } from '../../upstream/networks/networks'
import { type CellValue, cellReader } from '../address/column-values'
import type { Sort } from '../address/columns'
import { isCreatedIn } from '../address/created'
import { compareCells, sortedIndices } from '../address/sort-rows'
import { FIRST_PAGE, type SortedPlace } from '../cursor/cursor'
import type { RowDecoder } from '../decoded'
import { type AskedList, type Chunk, type ChunkCall, listCacheKey, loadChunk } from './chunk'
import { PageCut } from './page-cut'

/** Longer lists are not sorted. design.md 4.3. */
export const MAX_SORTED_ROWS = 10_000

const MAX_CHUNKS = MAX_SORTED_ROWS / MAX_LIMIT

/** Of the rows of one list; the cache holds 64 MiB in total. */
const MAX_BYTES = 24 * 1024 * 1024

/** The reading goes on after its users stop waiting; a later request finds the result. */
export const READING_MS = 30_000

/** A list that cannot be sorted is not tried again for this time, since a trial costs as much as sorting. */
const UNSORTABLE_MS = 60_000

const MAX_FRESH_MS = 60_000

const PORTION = 1_000

export interface WholeList extends Omit<Chunk, keyof ListAnswer> {
  isWhole: true
  /** In the order of the list, which stays the order of rows with equal cells. */
  rows: readonly AnyItem[]
  keys: readonly Uint8Array[]
  completeReason: string
  repeats: number
  requests: number
}

export interface IncompleteList {
  isWhole: false
  reason: string
}

const TOO_LONG = 'it has more than 10,000 rows'
const TOO_LARGE = 'its rows hold too much data'
const TOO_MANY_ANSWERS = `the indexer needs more than ${MAX_CHUNKS} answers for it`
const ENDLESS = 'it grows with every slot'
const UNPROVEN = 'nothing proves that no row of it is missing'

/**
 * Reads up to ten answers and one more row, shared by everyone who sorts the list. Ten answers stay fresh ten times as
 * long, so that calls per second match those of a page. @throws RpcError
 */
export async function wholeList<M extends ListMethod>(
  asked: AskedList<M>,
  call: ChunkCall,
): Promise<CachedValue<WholeList | IncompleteList>> {
  const { indexer } = asked
  const request: CacheRequest<WholeList | IncompleteList> = {
    key: listCacheKey('whole', asked),
    network: indexer.label,
    load: ({ urgency, minSlot }) => read(asked, urgency, minSlot, call.spare),
    trouble: () => troubleWith(upstreamOf(indexer)),
  }
  return withDeadline(
    Promise.resolve(memory().get(request, call.urgency, call.patienceMs, call.minSlot)),
    call.deadline,
  )
}

async function read<M extends ListMethod>(
  asked: AskedList<M>,
  urgency: Urgency,
  minSlot: number | null,
  spare = false,
): Promise<LoadedValue<WholeList | IncompleteList>> {
  const kind = listOf(asked.method)
  if (!kind.chunked) return notWhole(ENDLESS)
  const deadline = clock().monotonic() + READING_MS
  const keys = new Map<AnyItem, Uint8Array>()
  let requests = 0
  let freshness: Freshness | undefined
  const load = async (upstream: string | null) => {
    requests++
    // Beyond the limit one row is enough to show that the list is too long.
    const limit = requests > MAX_CHUNKS ? 1 : MAX_LIMIT
    const call = { deadline, urgency, patienceMs: null, passing: upstream !== null, minSlot, spare }
    const chunk = await loadChunk(asked, upstream, limit, call)
    for (const [i, row] of chunk.value.rows.entries()) keys.set(row, chunk.value.keys[i]?.bytes as Uint8Array)
    freshness = chunk.value.freshness
    return chunk
  }
  const page = new PageCut(kind, FIRST_PAGE.position, Number.POSITIVE_INFINITY, load, true)
  const steps = page.steps()
  for (;;) {
    const { done, value } = await steps.next()
    if (page.rows.length > MAX_SORTED_ROWS) return notWhole(TOO_LONG)
    if (page.weight > MAX_BYTES) return notWhole(TOO_LARGE)
    if (!done) {
      // Stops once the list cannot be proven complete.
      if (!page.isOrdered) return notWhole(page.completeness({ next: value, reachedEnd: false }).completeReason)
      if (requests >= MAX_CHUNKS && page.rows.length < MAX_SORTED_ROWS) return notWhole(TOO_MANY_ANSWERS)
      continue
    }
    const { complete, completeReason = UNPROVEN } = page.completeness(value)
    if (complete !== true || !freshness) return notWhole(completeReason)
    const { slot, fetchedAt, fetchedMs, weight, repeats } = page
    const list = { slot, fetchedAt, fetchedMs, freshness, weight, completeReason, repeats, requests }
    const keyOf = (row: AnyItem) => keys.get(row) as Uint8Array
    const rows = page.rows.toSorted((a, b) => Buffer.compare(keyOf(a), keyOf(b)))
    return {
      value: { isWhole: true, rows, keys: rows.map(keyOf), ...list },
      weight: weight + rows.length * Uint16Array.BYTES_PER_ELEMENT,
      slot,
      ...agesOfWhole(asked.indexer, freshness, requests),
    }
  }
}

function notWhole(reason = UNPROVEN): LoadedValue<IncompleteList> {
  const ages = { freshUntil: clock().monotonic() + UNSORTABLE_MS, revalidateMs: 0, onErrorMs: 0 }
  // Has no rows, so it holds for any slot.
  return { value: { isWhole: false, reason }, weight: 0, slot: null, notBefore: Number.MAX_SAFE_INTEGER, ...ages }
}

/** Not revalidated in the background, like chunks. */
function agesOfWhole(indexer: Indexer, freshness: Freshness, requests: number) {
  const now = clock().monotonic()
  const ages = expiryTimes(freshness, now, upstreamOf(indexer).plan?.freshnessFactor)
  const freshMs = ages.freshUntil - now
  return { ...ages, freshUntil: now + Math.max(freshMs, Math.min(MAX_FRESH_MS, freshMs * requests)), revalidateMs: 0 }
}

export class SortedList {
  #all: readonly AnyItem[] | null = null

  constructor(
    readonly list: WholeList,
    private readonly order: Uint16Array,
    private readonly cell: (row: AnyItem) => CellValue,
    private readonly descending: boolean,
  ) {}

  get length(): number {
    return this.order.length
  }

  compares({ cell }: SortedPlace): boolean {
    const first = this.length === 0 ? null : this.#cellAt(this.order[0] as number)
    return first === null || cell === null || (typeof first === 'string') === (typeof cell === 'string')
  }

  /** One array, whose sum is made once. */
  get all(): readonly AnyItem[] {
    this.#all ??= this.rows(0, this.length)
    return this.#all
  }

  rows(from: number, to: number): AnyItem[] {
    return Array.from(this.order.subarray(from, to), (i) => this.list.rows[i] as AnyItem)
  }

  placeBehind(count: number): SortedPlace {
    const i = this.order[count - 1] as number
    return { cell: this.#cellAt(i), key: this.list.keys[i] as Uint8Array, rowsBefore: count }
  }

  rowsUpTo({ cell, key }: SortedPlace): number {
    let [low, high] = [0, this.order.length]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const i = this.order[middle] as number
      const compared =
        compareCells(this.#cellAt(i), cell, this.descending) || Buffer.compare(this.list.keys[i] as Uint8Array, key)
      if (compared <= 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #cellAt(i: number): CellValue {
    return this.cell(this.list.rows[i] as AnyItem)
  }
}

/** The latest order of each list, for its next page. */
const orders = new WeakMap<WholeList, { by: string; sorted: Promise<SortedList> }>()

export function sortedList(
  method: ListMethod,
  list: WholeList,
  sort: Sort,
  slice: UrlSlice | null,
  decode: RowDecoder | null,
): Promise<SortedList> {
  const read = cellReader(rowsNameOf(method), sort.column) as (row: AnyItem, slice: UrlSlice | null) => CellValue
  const cell = (row: AnyItem) => read(decode ? decode(row as AccountItem) : row, slice)
  const by = JSON.stringify(sort)
  const known = orders.get(list)
  const sorted = known?.by === by ? known.sorted : sortBy(list, cell, sort)
  orders.set(list, { by, sorted })
  return sorted
}

async function sortBy(
  list: WholeList,
  cell: (row: AnyItem) => CellValue,
  { descending, created }: Sort,
): Promise<SortedList> {
  const { rows } = list
  const cells: CellValue[] = []
  for (const row of rows) {
    cells.push(cell(row))
    if (cells.length % PORTION === 0) await loopTurn()
  }
  const order = sortedIndices(cells, descending)
  const listed = created ? order.filter((i) => isCreatedIn(slotIn(rows[i] as AnyItem), created)) : order
  return new SortedList(list, Uint16Array.from(listed), cell, descending)
}
