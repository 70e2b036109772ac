import { isRpcError } from '../../../protocol/rpc/failure'
import type { BlockPlace, FollowedChain } from './chain'
import type { AskOptions } from './nodes'

/* Finds only a hint: like any block, it is released if its parent is the last one stored. */

const FIRST_RANGE = 500
const WIDER = 10
const LARGEST_RANGE = 500_000

const MAX_LISTS = 20
const MAX_WRONG_LISTS = 2

/** Slots tried per list, and in parallel: single ones may be skipped. */
const TRIED_OF_LIST = 4
const NEIGHBOURS = 3

const FIRST_DISTANCE = 32

const MAX_BLOCKS = 250

export interface NextSearch {
  chain: Pick<FollowedChain, 'listedSlots' | 'placeNow'>
  /** First slot to search: the wanted block is the one whose parent lies below. */
  first: number
  tip: number
  options: AskOptions
}

/** Lowest block found: its parent is below `first`, or on no node. Null: none found. The number of requests is bounded. */
export async function findNext(search: NextSearch): Promise<number | null> {
  const { chain, first, options } = search
  let asked = 0
  const placeAt = (slot: number) => (asked++ < MAX_BLOCKS ? chain.placeNow(slot, options) : Promise.resolve(null))
  const found = (await byLists(search, placeAt)) ?? (await byTrying(search, placeAt))
  const lowest = found && (await lowestBelow(found, first, placeAt))
  return lowest && asked <= MAX_BLOCKS ? lowest.slot : null
}

type PlaceAt = (slot: number) => Promise<BlockPlace | null>

async function byLists({ chain, first, tip, options }: NextSearch, placeAt: PlaceAt): Promise<BlockPlace | null> {
  let longest = LARGEST_RANGE
  let range = FIRST_RANGE
  let wrong = 0
  for (let from = first, lists = 0; from <= tip && lists < MAX_LISTS && wrong < MAX_WRONG_LISTS; lists++) {
    const to = Math.min(tip, from + range - 1)
    const listed = await chain.listedSlots(from, to, options).catch((error: unknown) => {
      if (isRpcError(error)) return null
      throw error
    })
    if (listed === null) {
      // Many hosts list fewer slots at once than a node does.
      if (range <= FIRST_RANGE) return null
      longest = range / WIDER
      range = longest
      continue
    }
    const place = await firstOf(listed.slice(0, TRIED_OF_LIST), placeAt)
    if (place) return place
    if (listed.length > 0) wrong++
    from = to + 1
    range = Math.min(longest, range * WIDER)
  }
  return null
}

async function byTrying({ first, tip }: NextSearch, placeAt: PlaceAt): Promise<BlockPlace | null> {
  for (let distance = FIRST_DISTANCE; first + distance < tip; distance *= 2) {
    const place = await firstOf(slotsFrom(first + distance), placeAt)
    if (place) return place
  }
  return firstOf(slotsFrom(Math.max(first, tip - NEIGHBOURS + 1)).reverse(), placeAt)
}

/** Follows parents down to `first` as far as a node has them, halving the distance where it can. */
async function lowestBelow(block: BlockPlace, first: number, placeAt: PlaceAt): Promise<BlockPlace> {
  let lowest = block
  // Slots between `first` and here have no block, as far as halving found.
  let bottom = first
  while (lowest.parentSlot >= first) {
    const { parentSlot } = lowest
    if (parentSlot < bottom) bottom = first
    const middle = Math.floor((bottom + parentSlot) / 2)
    const halves = parentSlot - bottom > 2 * NEIGHBOURS
    const halfway = halves ? await firstOf(slotsFrom(middle), placeAt) : null
    if (halves && !halfway) bottom = middle + NEIGHBOURS
    const lower = halfway ?? (await placeAt(parentSlot))
    if (!lower) return lowest
    lowest = lower
  }
  return lowest
}

async function firstOf(slots: readonly number[], placeAt: PlaceAt): Promise<BlockPlace | null> {
  for (const slot of slots) {
    const place = await placeAt(slot)
    if (place) return place
  }
  return null
}

function slotsFrom(first: number): number[] {
  return Array.from({ length: NEIGHBOURS }, (_, i) => first + i)
}
