import { type Clock, pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import { JOURNAL_BLOCKS } from '../../store/journal'
import type { ChainAnomalies, KnownBlock, Standing, Undo } from '../ledger'
import type { BlockPlace, ChainBlock, FollowedChain } from './chain'
import { Fetches } from './fetches'
import { findNext } from './find-next'
import { type Obstacle, watchStanding } from './standing'
import type { Tip } from './tip'

/** Milliseconds between two questions for the newest slot: at the head of the chain, and far behind it. */
const POLL = { atHead: 400, behind: 2000 }

/** Slots behind which the head is not asked for as often. */
const FAR = 100

/** Milliseconds without a new block until the last one is checked again: the chain may have abandoned it. */
const QUIET = 5000

/** Milliseconds between two searches for the block behind a run of slots without one: they double up to the second. */
const SEARCHES = { first: 5000, longest: 60_000 }

/** Milliseconds from which the newest slot counts as not known. */
const HEAD_UNKNOWN = 10_000

/** Milliseconds for which nodes need not say again which chain they are on, where blocks that do not fit come in numbers. */
const RECENTLY = 1000

/** The chain, and where the store stands in it. */
export interface FollowChainOptions {
  chain: FollowedChain
  tip: Tip
  clock: Clock
  random: () => number
  anomalies: ChainAnomalies
  /** The slot reached; 0 for an empty store. */
  after: number
  /** The first slot wanted of an empty store. */
  startOfEmpty(signal: AbortSignal): Promise<number>
  /** The newest blocks stored, newest first. */
  known: KnownBlock[]
  /** True where the chain takes nothing back. */
  final: boolean
  /** Called when no block comes although the chain goes on, and again while that lasts; null: blocks come again. */
  onStanding?(standing: Standing | null): void
  signal: AbortSignal
}

/**
 * The blocks of a chain, each the child of the one before it. Fetched side by side, released by their parents: a slot
 * that is not answered yet holds nobody up when a block above it says that its parent is the last one released.
 *
 * A block is believed where it fits. One that does not is a fork only when the last released block is gone from the
 * chain, and hash leads to hash down to a block that is known; else it is asked for again. So a wrong answer costs time,
 * never a row. facts/light-events.md 14, facts/reliability.md (c) D04 to D10.
 *
 * Where none of the slots that are asked for has a block and the head is beyond them, the next block is searched above them,
 * and fits or does not like every other.
 */
export async function* followChain(options: FollowChainOptions): AsyncGenerator<ChainBlock | Undo> {
  const { chain, tip, clock, random, anomalies, after, final } = options
  const done = new AbortController()
  const signal = AbortSignal.any([options.signal, done.signal])
  const fetches = new Fetches({ read: (slot, options) => chain.block(slot, options), clock, random })
  // Ascending; the last one is what the next block must follow.
  let released = options.known.toReversed()
  let start = after + 1
  const next = () => (released.at(-1)?.slot ?? start - 1) + 1
  let releasedAt = clock.monotonic()
  /** True while a block is given out: then nobody waits for the next one. */
  let isOut = false
  let misfit: { slot: number; because: string } | null = null
  const search = { count: 0, dueAt: 0, running: null as AbortController | null }
  const polling = poll(options, signal, {
    next,
    onTip: () => fetches.changed(),
    isStuck: () => clock.monotonic() - releasedAt >= QUIET,
  })
  const watching = watchStanding({
    ...{ clock, signal, obstacle },
    releasedAt: () => releasedAt,
    place: () => ({ from: next() - 1, to: tip.slot }),
    onStanding: options.onStanding ?? (() => undefined),
  })
  const wake = () => fetches.changed()
  signal.addEventListener('abort', wake)
  const undo = async function* (ancestor: Ancestor): AsyncGenerator<Undo> {
    if (ancestor === null) return
    anomalies.forks++
    fetches.clear()
    endSearch()
    const slot = ancestor === 'below' ? 0 : ancestor.slot
    log('warn', 'the chain forked', { from: next() - 1, to: slot })
    released = ancestor === 'below' ? [] : [...released.filter((block) => block.slot < slot), ancestor]
    // Below all that is known there is nothing to compare: the store gives up everything, or says that it cannot.
    yield { undoTo: slot }
    if (ancestor === 'below') start = await options.startOfEmpty(signal)
  }
  try {
    if (after === 0) start = await options.startOfEmpty(signal)
    while (!signal.aborted) {
      fetches.fill(next(), tip.slot)
      const block = fetches.lowest()
      const last = released.at(-1)
      const fit = block && fitOf(block, last, start)
      if (block && fit === 'next') {
        released.push({ slot: block.slot, blockhash: block.chain.blockhash })
        if (released.length > JOURNAL_BLOCKS) released.shift()
        fetches.drop(block.slot)
        endSearch()
        misfit = null
        releasedAt = clock.monotonic()
        isOut = true
        yield final ? { ...block, chain: { ...block.chain, final } } : block
        isOut = false
        releasedAt = clock.monotonic()
      } else if (block && last && fit === 'fork') {
        // Another chain is no fork: nothing is compared with it.
        await chain.confirm(RECENTLY)
        const ancestor = (await stands(chain, last, signal))
          ? null
          : await ofThisChain(await ancestorOf(placeOf(block), released, chain, signal))
        if (ancestor === null) {
          misfit = { slot: block.slot, because: `its parent is not the block of slot ${last.slot} that is stored` }
          refetch(block.slot)
        }
        yield* undo(ancestor)
      } else if (block && fit === 'gap' && !fetches.isRunning(block.chain.parentSlot)) {
        // Reported as skipped, yet a block names it as its parent: one of the two answers is wrong, or of another chain.
        await chain.confirm(RECENTLY)
        const { parentSlot } = block.chain
        misfit = { slot: parentSlot, because: `block ${block.slot} names it as its parent` }
        anomalies.misfits++
        if (fetches.doubt(next(), parentSlot) % 2 === 0) refetch(block.slot)
      } else {
        if (fetches.isDry) startSearch()
        if (!(await quiet(clock, fetches))) continue
        // Nodes that only fail leave no slot answered.
        if (!block && fetches.isFull) startSearch()
        fetches.doubtSkipped(tip.slot)
        // Held since before a fork, it may wait for a parent that is not in the chain any more.
        if (block && !(await stands(chain, placeOf(block), signal))) fetches.forgetBlocks()
        if (!last) continue
        // A node that has forgotten it must not hold up what comes.
        const head = await chain.placeNow(last.slot, { signal })
        if (head && head.blockhash !== last.blockhash) {
          await chain.confirm(RECENTLY)
          yield* undo(await ofThisChain(await ancestorOf(head, released, chain, signal)))
        }
      }
    }
  } catch (error) {
    if (!options.signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', wake)
    done.abort()
    fetches.clear()
    await polling
    await watching
  }

  /** Searches the block behind slots that have none, unless that is done or was done a moment ago. */
  function startSearch(): void {
    if (search.running || clock.monotonic() < search.dueAt) return
    const running = new AbortController()
    search.running = running
    search.dueAt = clock.monotonic() + Math.min(SEARCHES.longest, SEARCHES.first * 2 ** search.count)
    const asked = { signal: AbortSignal.any([signal, running.signal]), attempt: search.count++ }
    findNext({ chain, first: next(), tip: tip.slot, options: asked })
      .then((slot) => {
        if (slot !== null && !running.signal.aborted) fetches.also(slot)
      })
      .catch((error: unknown) => {
        if (!asked.signal.aborted) fetches.fail(error)
      })
      .finally(() => {
        if (search.running === running) search.running = null
      })
  }

  function endSearch(): void {
    search.running?.abort()
    Object.assign(search, { count: 0, dueAt: 0, running: null })
  }

  /** What is in the way of the next block; null at the head, and while nobody waits for a block. */
  function obstacle(): Obstacle | null {
    if (isOut) return null
    if (!tip.isKnownWithin(HEAD_UNKNOWN)) {
      return { op: 'getSlot', slot: null, reply: tip.reply, because: null, asks: 'getSlot' }
    }
    if (tip.slot < next()) return null
    const block = fetches.held()
    const parent = block?.chain.parentSlot ?? 0
    // What is fetched again is not held meanwhile.
    const isLower = misfit === null || parent < misfit.slot
    const gap = block &&
      parent >= next() &&
      isLower && { slot: parent, because: `block ${block.slot} names it as its parent` }
    const { slot, because } = gap || misfit || { slot: next(), because: null }
    const asks = `getBlock from slot ${next()} on${fetches.isFull ? ', and getBlocks for the next one above' : ''}`
    return { op: 'getBlock', slot, reply: fetches.replyTo(slot), because, asks }
  }

  /** Stored blocks are rolled back for good: the nodes have to be on the chain still, after they told of the fork. */
  async function ofThisChain(ancestor: Ancestor): Promise<Ancestor> {
    return ancestor !== null && (await chain.confirm(0)) && !signal.aborted ? ancestor : null
  }

  function refetch(slot: number): void {
    anomalies.misfits++
    fetches.again(slot)
  }
}

/** How a block stands to the last one released; without one, its parent must lie before the start. */
function fitOf({ chain }: ChainBlock, last: KnownBlock | undefined, start: number): 'next' | 'gap' | 'fork' {
  if (!last) return chain.parentSlot < start ? 'next' : 'gap'
  if (chain.parentSlot > last.slot) return 'gap'
  return chain.parentSlot === last.slot && chain.parentBlockhash === last.blockhash ? 'next' : 'fork'
}

function placeOf({ slot, chain }: ChainBlock): BlockPlace {
  return { slot, ...chain }
}

/** True where a block is in the chain, as a node says now. */
async function stands(chain: FollowedChain, { slot, blockhash }: KnownBlock, signal: AbortSignal): Promise<boolean> {
  const place = await chain.place(slot, { signal })
  return typeof place !== 'string' && place.blockhash === blockhash
}

/** Where two chains part: a known block, below all that is known, or nowhere that can be told. */
type Ancestor = KnownBlock | 'below' | null

/**
 * The newest block that `child` and the released ones have in common, found by following hashes down. Null where they
 * lead nowhere, because an answer was wrong or the chain forked again meanwhile.
 */
async function ancestorOf(
  child: BlockPlace,
  released: KnownBlock[],
  chain: FollowedChain,
  signal: AbortSignal,
): Promise<Ancestor> {
  const oldest = released[0]?.slot ?? 0
  // A block that is known, given for another slot.
  if (released.some(({ blockhash }) => blockhash === child.blockhash)) return null
  for (let block = child; ; ) {
    const parent: KnownBlock = { slot: block.parentSlot, blockhash: block.parentBlockhash }
    if (released.some(({ slot, blockhash }) => slot === parent.slot && blockhash === parent.blockhash)) return parent
    if (parent.slot < oldest) return 'below'
    const place = await chain.place(parent.slot, { signal })
    if (typeof place === 'string' || place.blockhash !== parent.blockhash) return null
    block = place
  }
}

/** Waits for something new; true where nothing came for a while. */
async function quiet(clock: Clock, fetches: Fetches): Promise<boolean> {
  const ended = new AbortController()
  const changed = fetches.change().then(() => false)
  const passed = pause(QUIET, ended.signal, clock).then(() => true)
  const result = await Promise.race([changed, passed])
  ended.abort()
  return result
}

/** What asking for the newest slot depends on, and leads to. */
interface Polling {
  /** The slot that is wanted. */
  next(): number
  /** Called when the newest slot is another one. */
  onTip(): void
  /** True where no block has come for a while. */
  isStuck(): boolean
}

/** Keeps the newest slot known while the chain is followed; where no block of it comes, asks whether it is still there. */
async function poll({ tip, chain, clock }: FollowChainOptions, signal: AbortSignal, of: Polling): Promise<void> {
  while (!signal.aborted) {
    const before = tip.slot
    await tip.ask(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    if (tip.slot !== before) of.onTip()
    if (of.isStuck()) await chain.confirm(QUIET)
    await pause(tip.slot - of.next() > FAR ? POLL.behind : POLL.atHead, signal, clock)
  }
}
