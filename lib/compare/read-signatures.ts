import { toProblem } from '../api/rpc-problem'
import { isListRoomFull } from '../listing/read/list-room'
import { isRpcError } from '../protocol/rpc/failure'
import type { SignatureItem } from '../protocol/rpc/items'
import { MAX_LIMIT } from '../protocol/rpc/primitives'
import type { SideSignatures } from './compare-signatures'
import type { Pair } from './contract'
import { CollectedRows } from './rows-read'
import type { CompareMemory, Side } from './side'

const MAX_PAGES = 10

/** "Not found" counts as an empty answer, at the slot that the side had reached before. @throws RpcError */
export async function readSignatures(side: Side, hash: string, room: CompareMemory): Promise<SideSignatures> {
  const before = await side.ask('getIndexerSlot', {})
  try {
    const { context, value } = await side.ask('getCompressionSignaturesForAccount', { hash })
    return sideOf(held(room), value.items, context.slot, -1)
  } catch (error) {
    if (!isRpcError(error) || toProblem(error.failure).code !== 'not_found') throw error
    return sideOf(held(room), [], before, -1)
  }
}

interface LatestPages extends SideSignatures {
  cursor: string | null
}

function held(room: CompareMemory): CollectedRows {
  const read = new CollectedRows()
  room.hold(read)
  return read
}

function sideOf(read: CollectedRows, items: readonly SignatureItem[], slot: number, above: number): SideSignatures {
  read.add(items, slot)
  const { rows, slots } = read
  return { read, rows, slots, reached: slot, above, partBecause: null, partsEstimate: null }
}

export async function readLatest(
  side: Side,
  room: CompareMemory,
  read = held(room),
  cursor: string | null = null,
): Promise<LatestPages> {
  const params = cursor === null ? { limit: MAX_LIMIT } : { limit: MAX_LIMIT, cursor }
  const { context, value } = await side.ask('getLatestCompressionSignatures', params)
  const last = value.cursor === null ? undefined : value.items.at(-1)
  return { ...sideOf(read, value.items, context.slot, last?.slot ?? -1), cursor: last ? value.cursor : null }
}

export async function readToSameSlot(
  sides: Pair<Side>,
  pages: Pair<LatestPages>,
  room: CompareMemory,
): Promise<Pair<SideSignatures>> {
  const newer = pages[0].reached >= pages[1].reached ? 0 : 1
  const older = pages[newer === 0 ? 1 : 0]
  let page = pages[newer]
  try {
    for (let read = 1; read < MAX_PAGES && page.cursor !== null && page.above > older.above; read++) {
      const { above, cursor } = await readLatest(sides[newer], room, page.read, page.cursor)
      // `reached` stays that of the first page: newer rows may be incomplete.
      page = { ...page, above, cursor }
    }
  } catch (error) {
    if (!(isRpcError(error) || isListRoomFull(error))) throw error
  }
  return newer === 0 ? [page, older] : [older, page]
}
