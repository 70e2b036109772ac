import type { RowOrder } from '../../protocol/rpc/list'
import { base58Bytes } from '../../protocol/rpc/primitives'
import type { SortKey } from '../../protocol/rpc/sort-key'

/**
 * `ordered`: every chunk was sorted as its cursor implies, so no row can be missing. `joined`: every chunk since an
 * unsigned cursor was; earlier ones are unknown. `unproven`: cursors show no known order. `broken`: rows are or may be
 * missing.
 */
export type OrderStatus = 'ordered' | 'joined' | 'unproven' | 'broken'

const SEVERITY: Readonly<Record<OrderStatus, number>> = { ordered: 0, joined: 1, unproven: 2, broken: 3 }

export function worseStatus(a: OrderStatus, b: OrderStatus): OrderStatus {
  return SEVERITY[a] >= SEVERITY[b] ? a : b
}

export function keepsOrder(status: OrderStatus): boolean {
  return status === 'ordered' || status === 'joined'
}

export interface ChunkOrder {
  status: OrderStatus
  /** The order of the rows: the one that the cursor implies, else the first known one that fits; null: none. */
  sorted: RowOrder | null
  /** Order that the next cursor implies; null: none that is known. */
  continues: RowOrder | null
}

/**
 * A cursor equal to the last row's key shows the indexer's order; rows that do not strictly ascend in it show that it sorts
 * differently and so skips rows. design.md 5; the defect: facts/photon-wire.md 8.
 * @param before cursor that was requested; null: first chunk
 * @param after cursor in the answer; null: last chunk
 */
export function judgeChunk(
  orders: readonly RowOrder[],
  before: string | null,
  keys: readonly SortKey[],
  after: string | null,
): ChunkOrder {
  const sorted = orders.find((order) => ascends(order, keys, null)) ?? null
  // A single chunk is the whole list.
  if (before === null && after === null) return { status: 'ordered', sorted, continues: null }
  const cursor = base58Bytes((after ?? before) as string)
  const order = orders.find(({ cursorBytes }) => cursorBytes === cursor?.length)
  if (!order || !cursor || keys.some(({ exact }) => !exact)) return { status: 'unproven', sorted, continues: null }
  const last = keys.at(-1)
  if (after !== null && !(last && equal(order.ofCursor(cursor), order.ofKey(last.bytes)))) {
    return { status: 'unproven', sorted, continues: null }
  }
  const start = before === null ? null : base58Bytes(before)
  if (start && start.length !== order.cursorBytes) return { status: 'unproven', sorted, continues: order }
  if (!ascends(order, keys, start && order.ofCursor(start))) return { status: 'broken', sorted, continues: order }
  return { status: 'ordered', sorted: order, continues: order }
}

function ascends(order: RowOrder, keys: readonly SortKey[], start: Uint8Array | null): boolean {
  let last = start
  for (const { bytes } of keys) {
    const part = order.ofKey(bytes)
    if (last && Buffer.compare(last, part) >= 0) return false
    last = part
  }
  return true
}

/** `row`: the row is there; `order`: it is gone, the order shows its place; `nothing`: unknown, the list starts over. */
export function findIndexAfter(
  keys: readonly SortKey[],
  after: Uint8Array,
  sorted: RowOrder | null,
): { index: number; by: 'row' | 'order' | 'nothing' } {
  const found = keys.findIndex(({ bytes }) => equal(bytes, after))
  if (found >= 0) return { index: found + 1, by: 'row' }
  if (!sorted) return { index: 0, by: 'nothing' }
  const place = sorted.ofKey(after)
  const index = keys.findIndex(({ bytes }) => Buffer.compare(sorted.ofKey(bytes), place) > 0)
  return { index: index < 0 ? keys.length : index, by: 'order' }
}

export function cursorReaches(orders: readonly RowOrder[], cursor: string, goal: string): boolean {
  const [at, end] = [base58Bytes(cursor), base58Bytes(goal)]
  const order = orders.find(({ cursorBytes }) => cursorBytes === at?.length && cursorBytes === end?.length)
  if (!order || !at || !end) return cursor === goal
  return Buffer.compare(order.ofCursor(at), order.ofCursor(end)) >= 0
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
