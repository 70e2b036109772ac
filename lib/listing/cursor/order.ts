import type { Order } from '../../protocol/rpc/list'
import { base58Bytes } from '../../protocol/rpc/primitives'
import type { SortKey } from '../../protocol/rpc/sort-key'

/**
 * What is known about a listing's order since its first chunk: `ordered`: every chunk was sorted as its cursor
 * continues, so no row can be missing; `joined`: so was every chunk since a place that an untrusted cursor named, and what
 * lies before is not known; `unproven`: a cursor shows no known order; `broken`: rows are missing or may be.
 */
export type OrderStatus = 'ordered' | 'joined' | 'unproven' | 'broken'

const SEVERITY: Readonly<Record<OrderStatus, number>> = { ordered: 0, joined: 1, unproven: 2, broken: 3 }

export function worse(a: OrderStatus, b: OrderStatus): OrderStatus {
  return SEVERITY[a] >= SEVERITY[b] ? a : b
}

/** True where the rows that were read kept an order: then none of them can come twice. */
export function keepsOrder(status: OrderStatus): boolean {
  return status === 'ordered' || status === 'joined'
}

export interface ChunkOrder {
  status: OrderStatus
  /** The order in which the chunk's rows ascend: the implied one, else the first known one that fits; null: none. */
  sorted: Order | null
  /** The order that the chunk's cursor continues in; null where it shows none. */
  continues: Order | null
}

/**
 * Checks the order of one chunk. A cursor that equals the last row's key says in which order the indexer continues; rows that do not
 * strictly ascend in that order, from the cursor they were asked with on, show that it sorts by something else and so
 * skips rows. design.md 5; facts/photon-wire.md 8 has the defect.
 * @param before the cursor the chunk was asked with, null for the first one.
 * @param after the cursor it answered, null for the last one.
 */
export function judgeChunk(
  orders: readonly Order[],
  before: string | null,
  keys: readonly SortKey[],
  after: string | null,
): ChunkOrder {
  const sorted = orders.find((order) => ascends(order, keys, null)) ?? null
  // One chunk that holds everything: nothing can lie between chunks.
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

/** True when all keys strictly ascend in an order, the first one above `start`. */
function ascends(order: Order, keys: readonly SortKey[], start: Uint8Array | null): boolean {
  let last = start
  for (const { bytes } of keys) {
    const part = order.ofKey(bytes)
    if (last && Buffer.compare(last, part) >= 0) return false
    last = part
  }
  return true
}

/**
 * Index of the first row behind the one whose key is `after`. `by`: `row`: that row is there; `order`: it is gone
 * (spent), and the order shows where it was; `nothing`: neither, so the chunk starts over.
 */
export function indexBehind(
  keys: readonly SortKey[],
  after: Uint8Array,
  sorted: Order | null,
): { index: number; by: 'row' | 'order' | 'nothing' } {
  const found = keys.findIndex(({ bytes }) => equal(bytes, after))
  if (found >= 0) return { index: found + 1, by: 'row' }
  if (!sorted) return { index: 0, by: 'nothing' }
  const place = sorted.ofKey(after)
  const index = keys.findIndex(({ bytes }) => Buffer.compare(sorted.ofKey(bytes), place) > 0)
  return { index: index < 0 ? keys.length : index, by: 'order' }
}

/** True when a cursor lies at or behind another one of the same known order. */
export function reaches(orders: readonly Order[], cursor: string, goal: string): boolean {
  const [at, end] = [base58Bytes(cursor), base58Bytes(goal)]
  const order = orders.find(({ cursorBytes }) => cursorBytes === at?.length && cursorBytes === end?.length)
  if (!order || !at || !end) return cursor === goal
  return Buffer.compare(order.ofCursor(at), order.ofCursor(end)) >= 0
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
