import { toProblem } from '../api/rpc-problem'
import { isNoRoom, rowBytes } from '../listing/read/list-room'
import { isRpcError } from '../protocol/rpc/failure'
import type { SignatureItem } from '../protocol/rpc/items'
import { MAX_LIMIT } from '../protocol/rpc/primitives'
import type { SideSignatures } from './compare-signatures'
import type { Pair } from './contract'
import type { CompareRoom, Side } from './side'

const MOST_PAGES = 10

/** That a side does not know the account is an answer too, at the slot it had reached before. @throws RpcError */
export async function readSignatures(side: Side, hash: string, room: CompareRoom): Promise<SideSignatures> {
  const before = await side.ask('getIndexerSlot', {})
  try {
    const { context, value } = await side.ask('getCompressionSignaturesForAccount', { hash })
    hold(room, value.items)
    const slots = { from: context.slot, to: context.slot }
    return { items: value.items, slots, reached: context.slot, above: -1 }
  } catch (error) {
    if (!isRpcError(error) || toProblem(error.failure).code !== 'not_found') throw error
    return { items: [], slots: { from: before, to: before }, reached: before, above: -1 }
  }
}

export interface LatestPages extends SideSignatures {
  cursor: string | null
}

function hold(room: CompareRoom, items: readonly SignatureItem[]): void {
  room.hold({ bytes: items.reduce((sum, item) => sum + rowBytes(item), 0), clear() {} })
}

export async function readLatest(side: Side, room: CompareRoom, cursor: string | null = null): Promise<LatestPages> {
  const params = cursor === null ? { limit: MAX_LIMIT } : { limit: MAX_LIMIT, cursor }
  const { context, value } = await side.ask('getLatestCompressionSignatures', params)
  const items: readonly SignatureItem[] = value.items
  hold(room, items)
  const ends = value.cursor === null || items.length === 0
  return {
    items,
    slots: { from: context.slot, to: context.slot },
    reached: context.slot,
    above: ends ? -1 : (items.at(-1)?.slot ?? -1),
    cursor: ends ? null : value.cursor,
  }
}

export async function asDeep(
  sides: Pair<Side>,
  pages: Pair<LatestPages>,
  room: CompareRoom,
): Promise<Pair<LatestPages>> {
  const newer = pages[0].reached >= pages[1].reached ? 0 : 1
  const older = pages[newer === 0 ? 1 : 0]
  let page = pages[newer]
  try {
    for (let read = 1; read < MOST_PAGES && page.cursor !== null && page.above > older.above; read++) {
      const { items, above, cursor, slots } = await readLatest(sides[newer], room, page.cursor)
      // Only what was there at the first page is complete.
      page = { ...page, items: [...page.items, ...items], above, cursor, slots: { ...page.slots, to: slots.to } }
    }
  } catch (error) {
    if (!(isRpcError(error) || isNoRoom(error))) throw error
  }
  return newer === 0 ? [page, older] : [older, page]
}
