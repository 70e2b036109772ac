import { judgeAnswer, type ListAnswer, ListReader } from '../listing/read/list-reader'
import { isListRoomFull } from '../listing/read/list-room'
import type { AccountItem, AnyItem } from '../protocol/rpc/items'
import type { RowOrder } from '../protocol/rpc/list'
import { type AnyList, type ListMethod, listOf, type Params } from '../protocol/rpc/methods'
import { base58Bytes, MAX_LIMIT } from '../protocol/rpc/primitives'
import { withFewerRows } from '../upstream/indexer/failover'
import { NO_ROOM_TEXT, readParts, SAMPLE_CALLS } from './read-parts'
import { CollectedRows, type SideRows } from './rows-read'
import type { CompareMemory, Side } from './side'

/** Per side: 30,000 rows. Our choice, since both sides are in memory. */
export const MAX_CHUNKS = 30

/** One misplaced row in this many is tolerated; with more, the list has another order. */
const ROWS_PER_MISPLACED = 100

export interface ReadBounds {
  mostChunks: number
  mostPartCalls: number | null
}

/**
 * Reads up to `mostChunks` answers while rows follow the cursors' order; an owner's list that does not is read in parts, or
 * the parts are estimated. design.md 5, "Owner listings".
 */
export async function readRows<M extends ListMethod>(
  side: Side,
  method: M,
  params: Params<M>,
  { mostChunks, mostPartCalls }: ReadBounds,
  room: CompareMemory,
): Promise<SideRows> {
  const list = listOf(method)
  const read = new CollectedRows()
  room.hold(read)
  let limit = MAX_LIMIT
  const reader = new ListReader(list, async (cursor) => {
    const ask = (rows: number) => side.ask(method, { ...params, cursor, limit: rows })
    const { context, value } = await withFewerRows(limit, ask, (fewer) => {
      limit = fewer
    })
    return { ...withoutMisplaced(list, cursor, value.items, value.cursor), slot: context.slot }
  })
  let covered: Covered = NOTHING
  let partBecause: string | null = null
  let parts: Awaited<ReturnType<typeof readParts>> | null = null
  for (let chunks = 0; ; chunks++) {
    if (chunks === mostChunks) {
      partBecause = `it has more rows than ${mostChunks} answers hold`
      break
    }
    const answer = await reader.read().catch((error: unknown) => {
      if (!isListRoomFull(error) || chunks === 0) throw error
      return null
    })
    if (!answer) {
      partBecause = NO_ROOM_TEXT
      break
    }
    const { rows, keys, order, slot } = answer
    read.add(rows, slot)
    const soFar = order.sorted ? upTo(order.sorted, keys.at(-1)?.bytes ?? null) : NOTHING
    if (order.status === 'unproven') {
      covered = NOTHING
      partBecause = 'its cursors show no known order'
      break
    }
    // The first answer holds the list's first rows in any order; later ones depend on the cursor.
    if (order.status === 'broken') {
      partBecause = 'its paging leaves out rows'
      if (reader.upstream !== null) break
      if (order.sorted) covered = soFar
      if ('owner' in params) {
        const first = { rows: rows as readonly AccountItem[], slot, full: true }
        parts = await readParts(side, String(params.owner), first, read, mostPartCalls ?? SAMPLE_CALLS)
        if (mostPartCalls !== null) partBecause = parts.partBecause || null
      }
      break
    }
    covered = answer.cursor === null ? EVERYTHING : soFar
    if (answer.cursor === null) break
    reader.leave(answer)
  }
  const until = await side.ask('getIndexerSlot', {})
  return {
    ...read,
    until: Math.max(until, read.slots.to),
    covers: (row) => covered(list.sortKey(row).bytes) || (parts?.covers(row) ?? false),
    partBecause,
    partsEstimate: parts?.estimate ?? null,
  }
}

type Covered = (key: Uint8Array) => boolean

const EVERYTHING: Covered = () => true
const NOTHING: Covered = () => false

function upTo(order: RowOrder, last: Uint8Array | null): Covered {
  if (!last) return NOTHING
  const end = order.ofKey(last)
  return (key) => Buffer.compare(order.ofKey(key), end) <= 0
}

/** Removes single misplaced rows and repeats, so that they do not make the order `broken`. */
function withoutMisplaced(
  kind: AnyList,
  before: string | null,
  rows: readonly AnyItem[],
  after: string | null,
): ListAnswer {
  const first = judgeAnswer(kind, before, rows, after)
  if (first.order.status === 'ordered') return first
  // Tries the order of the cursor, or every known order.
  const lengths = [after, before].flatMap((cursor) => base58Bytes(cursor ?? '')?.length ?? [])
  for (const order of kind.orders.filter(({ cursorBytes }) => lengths.includes(cursorBytes))) {
    const out = misplacedRows(first.keys.map(({ bytes }) => order.ofKey(bytes)))
    if (out.size > Math.max(1, rows.length / ROWS_PER_MISPLACED)) continue
    const rest = rows.filter((_, i) => !out.has(i))
    const again = judgeAnswer(kind, before, rest, after)
    if (again.order.status === 'ordered') return { ...again, rows }
  }
  return first
}

/** The smallest set of row indexes without which the other rows strictly ascend. */
function misplacedRows(keys: readonly Uint8Array[]): Set<number> {
  // Patience sorting: ends[n] is the index of the smallest key that ends n + 1 ascending rows.
  const ends: number[] = []
  const before: number[] = []
  for (const [i, key] of keys.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (Buffer.compare(keys[ends[middle] as number] as Uint8Array, key) < 0) low = middle + 1
      else high = middle
    }
    before.push(low > 0 ? (ends[low - 1] as number) : -1)
    ends[low] = i
  }
  const out = new Set(keys.keys())
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] as number) out.delete(i)
  return out
}
