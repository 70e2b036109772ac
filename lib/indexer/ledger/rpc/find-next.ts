import { isRpcError } from '../../../protocol/rpc/failure'
import type { BlockPlace, FollowedChain } from './chain'
import type { AskOptions } from './nodes'

/*
 * The block behind a run of slots for which nodes give no block. Nothing is passed by what is found here: it says which
 * block to fetch, and that one is released where it names the last one stored as its parent, like every other.
 */

/** Slots of a first list, by how much a list without a block makes the next one longer, and the most that a node lists. */
const FIRST_RANGE = 500
const WIDER = 10
const LARGEST_RANGE = 500_000

/** Lists at most, and those that name blocks which no node gives, before slots are tried without a list. */
const MOST_LISTS = 20
const MOST_WRONG_LISTS = 2

/** Slots tried of a list, and side by side: single ones may be skipped. */
const TRIED_OF_LIST = 4
const NEIGHBOURS = 3

/** The first distance at which a slot is tried without a list: it doubles. */
const FIRST_DISTANCE = 32

/** Blocks asked for in all. */
const MOST_BLOCKS = 250

/** Where a block is looked for, and how much. */
export interface NextSearch {
  chain: Pick<FollowedChain, 'listedSlots' | 'placeNow'>
  /** The first slot that may hold it: a block whose parent lies below it is the one. */
  first: number
  /** The chain's newest slot. */
  tip: number
  options: AskOptions
}

/**
 * The slot of the lowest block from `first` on that is found: one whose parent lies below `first`, or is given by no node. Null
 * where none is found. Bounded, whatever nodes answer.
 */
export async function findNext(search: NextSearch): Promise<number | null> {
  const { chain, first, options } = search
  let asked = 0
  const placeAt = (slot: number) => (asked++ < MOST_BLOCKS ? chain.placeNow(slot, options) : Promise.resolve(null))
  const found = (await byLists(search, placeAt)) ?? (await byTrying(search, placeAt))
  const lowest = found && (await lowestBelow(found, first, placeAt))
  return lowest && asked <= MOST_BLOCKS ? lowest.slot : null
}

type PlaceAt = (slot: number) => Promise<BlockPlace | null>

/** The first block that a node lists and gives. */
async function byLists({ chain, first, tip, options }: NextSearch, placeAt: PlaceAt): Promise<BlockPlace | null> {
  let longest = LARGEST_RANGE
  let range = FIRST_RANGE
  let wrong = 0
  for (let from = first, lists = 0; from <= tip && lists < MOST_LISTS && wrong < MOST_WRONG_LISTS; lists++) {
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

/** A block at growing distances, or just below the newest slot. */
async function byTrying({ first, tip }: NextSearch, placeAt: PlaceAt): Promise<BlockPlace | null> {
  for (let distance = FIRST_DISTANCE; first + distance < tip; distance *= 2) {
    const place = await firstOf(slotsFrom(first + distance), placeAt)
    if (place) return place
  }
  return firstOf(slotsFrom(Math.max(first, tip - NEIGHBOURS + 1)).reverse(), placeAt)
}

/** The lowest ancestor of a block that is above `first` and that a node gives: by parents, halving the distance where it can. */
async function lowestBelow(block: BlockPlace, first: number, placeAt: PlaceAt): Promise<BlockPlace> {
  let lowest = block
  // Below it no block was met by halving.
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
