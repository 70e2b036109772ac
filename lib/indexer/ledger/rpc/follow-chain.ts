import { type Clock, pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import { JOURNAL_BLOCKS, type KnownBlock } from '../../store/journal'
import type { ChainAnomalies, Stall, Undo } from '../ledger'
import type { BlockPlace, ChainBlock, FollowedChain } from './chain'
import { BlockFetches } from './fetches'
import { findNext } from './find-next'
import { type StallCause, watchForStalls } from './stall'
import type { ChainTip } from './tip'

const POLL_MS = { atHead: 400, behind: 2000 }

const FAR = 100

/** Without a new block the last one is checked: the chain may have abandoned it. */
const QUIET_MS = 5000

/** Between searches past a run of slots without a block; doubles from first to longest. */
const SEARCH_PAUSE_MS = { first: 5000, longest: 60_000 }

const HEAD_UNKNOWN_AFTER_MS = 10_000

/** When many blocks do not fit, the chain is confirmed only so often. */
const CONFIRMATION_LASTS_MS = 1000

export interface FollowChainOptions {
  chain: FollowedChain
  tip: ChainTip
  clock: Clock
  random: () => number
  anomalies: ChainAnomalies
  /** 0: empty store. */
  after: number
  startOfEmpty(signal: AbortSignal): Promise<number>
  /** Newest first. */
  known: KnownBlock[]
  final: boolean
  /** Called repeatedly while no block arrives although the chain advances; null: blocks arrive again. */
  onStall?(stall: Stall | null): void
  signal: AbortSignal
}

/**
 * The blocks of a chain, each the child of the one before. Fetched in parallel, released by parent: an unanswered slot delays
 * nothing if a block above it names the last released one as its parent.
 *
 * A block that does not fit is a fork only if the last released block is gone from the chain and hashes lead down to a known
 * block; else it is requested again. So a wrong answer costs time, never a row. facts/light-events.md 14, facts/reliability.md
 * (c) D04 to D10.
 *
 * If none of the requested slots has a block and the head is beyond them, the next block is searched above them.
 */
export async function* followChain(options: FollowChainOptions): AsyncGenerator<ChainBlock | Undo> {
  const { chain, tip, clock, random, anomalies, after, final } = options
  const done = new AbortController()
  const signal = AbortSignal.any([options.signal, done.signal])
  const fetches = new BlockFetches({ read: (slot, options) => chain.block(slot, options), clock, random })
  // Ascending; the next block must follow the last one.
  let released = options.known.toReversed()
  let start = after + 1
  const next = () => (released.at(-1)?.slot ?? start - 1) + 1
  let releasedAt = clock.monotonic()
  /** True while the consumer handles a block: then it does not wait for the next one. */
  let isOut = false
  let misfit: { slot: number; because: string } | null = null
  const search = { count: 0, dueAt: 0, running: null as AbortController | null }
  const polling = poll(options, signal, {
    next,
    onTip: () => fetches.changed(),
    isStuck: () => clock.monotonic() - releasedAt >= QUIET_MS,
  })
  const watching = watchForStalls({
    ...{ clock, signal, stallCause },
    releasedAt: () => releasedAt,
    place: () => ({ from: next() - 1, to: tip.slot }),
    onStall: options.onStall ?? (() => undefined),
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
    // Nothing below is known to compare with: the store drops everything, or refuses.
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
        await chain.confirm(CONFIRMATION_LASTS_MS)
        const ancestor = (await stands(chain, last, signal))
          ? null
          : await ofThisChain(await ancestorOf(placeOf(block), released, chain, signal))
        if (ancestor === null) {
          misfit = { slot: block.slot, because: `its parent is not the block of slot ${last.slot} that is stored` }
          refetch(block.slot)
        }
        yield* undo(ancestor)
      } else if (block && fit === 'gap' && !fetches.isRunning(block.chain.parentSlot)) {
        // Reported as skipped, yet named as a parent: one of the answers is wrong, or of another chain.
        await chain.confirm(CONFIRMATION_LASTS_MS)
        const { parentSlot } = block.chain
        misfit = { slot: parentSlot, because: `block ${block.slot} names it as its parent` }
        anomalies.misfits++
        if (fetches.refetch(next(), parentSlot) % 2 === 0) refetch(block.slot)
      } else {
        if (fetches.isDry) startSearch()
        if (!(await quiet(clock, fetches))) continue
        if (!block && fetches.isFull) startSearch()
        fetches.forgetNewestSkipped(tip.slot)
        // A block held since before a fork may wait for a parent that is no longer in the chain.
        if (block && !(await stands(chain, placeOf(block), signal))) fetches.forgetBlocks()
        if (!last) continue
        // A node that no longer has the last block must not delay later blocks.
        const head = await chain.placeNow(last.slot, { signal })
        if (head && head.blockhash !== last.blockhash) {
          await chain.confirm(CONFIRMATION_LASTS_MS)
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

  function startSearch(): void {
    if (search.running || clock.monotonic() < search.dueAt) return
    const running = new AbortController()
    search.running = running
    search.dueAt = clock.monotonic() + Math.min(SEARCH_PAUSE_MS.longest, SEARCH_PAUSE_MS.first * 2 ** search.count)
    const asked = { signal: AbortSignal.any([signal, running.signal]), attempt: search.count++ }
    findNext({ chain, first: next(), tip: tip.slot, options: asked })
      .then((slot) => {
        if (slot !== null && !running.signal.aborted) fetches.ensureFetching(slot)
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

  /** null at the head, and while no one waits for a block. */
  function stallCause(): StallCause | null {
    if (isOut) return null
    if (!tip.isKnownWithin(HEAD_UNKNOWN_AFTER_MS)) {
      return { op: 'getSlot', slot: null, reply: tip.reply, because: null, asks: 'getSlot' }
    }
    if (tip.slot < next()) return null
    const block = fetches.held()
    const parent = block?.chain.parentSlot ?? 0
    // A block that is being fetched again is not held meanwhile.
    const isLower = misfit === null || parent < misfit.slot
    const gap = block &&
      parent >= next() &&
      isLower && { slot: parent, because: `block ${block.slot} names it as its parent` }
    const { slot, because } = gap || misfit || { slot: next(), because: null }
    const asks = `getBlock from slot ${next()} on${fetches.isFull ? ', and getBlocks for the next one above' : ''}`
    return { op: 'getBlock', slot, reply: fetches.replyTo(slot), because, asks }
  }

  /** A rollback is final: the nodes must still be on the chain after they reported the fork. */
  async function ofThisChain(ancestor: Ancestor): Promise<Ancestor> {
    return ancestor !== null && (await chain.confirm(0)) && !signal.aborted ? ancestor : null
  }

  function refetch(slot: number): void {
    anomalies.misfits++
    fetches.fetchAgain(slot)
  }
}

/** Without a last block, the parent must be before the start. */
function fitOf({ chain }: ChainBlock, last: KnownBlock | undefined, start: number): 'next' | 'gap' | 'fork' {
  if (!last) return chain.parentSlot < start ? 'next' : 'gap'
  if (chain.parentSlot > last.slot) return 'gap'
  return chain.parentSlot === last.slot && chain.parentBlockhash === last.blockhash ? 'next' : 'fork'
}

function placeOf({ slot, chain }: ChainBlock): BlockPlace {
  return { slot, ...chain }
}

async function stands(chain: FollowedChain, { slot, blockhash }: KnownBlock, signal: AbortSignal): Promise<boolean> {
  const place = await chain.place(slot, { signal })
  return typeof place !== 'string' && place.blockhash === blockhash
}

/** Where two forks part: a known block, `below` all known ones, or null: unclear. */
type Ancestor = KnownBlock | 'below' | null

/** Found by following hashes down. null: an answer was wrong, or the chain forked again meanwhile. */
async function ancestorOf(
  child: BlockPlace,
  released: KnownBlock[],
  chain: FollowedChain,
  signal: AbortSignal,
): Promise<Ancestor> {
  const oldest = released[0]?.slot ?? 0
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

async function quiet(clock: Clock, fetches: BlockFetches): Promise<boolean> {
  const ended = new AbortController()
  const changed = fetches.change().then(() => false)
  const passed = pause(QUIET_MS, ended.signal, clock).then(() => true)
  const result = await Promise.race([changed, passed])
  ended.abort()
  return result
}

interface Polling {
  next(): number
  onTip(): void
  isStuck(): boolean
}

async function poll({ tip, chain, clock }: FollowChainOptions, signal: AbortSignal, of: Polling): Promise<void> {
  while (!signal.aborted) {
    const before = tip.slot
    await tip.ask(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    if (tip.slot !== before) of.onTip()
    if (of.isStuck()) await chain.confirm(QUIET_MS)
    await pause(tip.slot - of.next() > FAR ? POLL_MS.behind : POLL_MS.atHead, signal, clock)
  }
}
