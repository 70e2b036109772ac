import 'server-only'
import { isProblem, type Problem, ProblemError, problem } from '../api/problem'
import { toProblem } from '../api/rpc-problem'
import { groupDigits } from '../format/numbers'
import { clock, inTime, sleep } from '../platform/clock'
import { once } from '../platform/once'
import { requestContext } from '../platform/request-context'
import { isRpcError } from '../protocol/rpc/failure'
import { limits } from '../rpc-client/limits'
import { urgencyOf } from '../rpc-client/urgency'
import { highestSlot, memory, slotReceivedAt } from './cache/cache'
import type { CachedValue } from './cache/memory'
import { load } from './indexer/call'
import { upstreamOf } from './indexer/guards'
import { type Indexer, indexersOf, type Network } from './networks/networks'

/*
 * `minSlot`: an answer that is not older than a slot. Everybody who waits for slots of a network shares one request for
 * its slot, and every other answer that names a slot counts as well. design.md 4.3, 4.4.
 */

/** Milliseconds that a reader waits for a slot. design.md 4.4. */
const WAIT_MS = 5_000

/** Slots ahead of the indexer for which nobody waits: about as many as the chain makes in that time. */
const MOST_AHEAD = 15

/** Milliseconds between two requests for the slot, where the plan allows as many. */
const POLL_MS = 1_000

/** Share of a plan that these requests take at most. */
const PLAN_SHARE = 1 / 2

/** Milliseconds that a slot takes on a chain that is well, and the longest wait that is advised. */
const SLOT_MS = 400
const MOST_RETRY_MS = 60_000

/** Until when the slot that an address names is waited for: a page has waited for it before its turn. Monotonic milliseconds. */
export function slotUntil(): number {
  return requestContext()?.slotUntil ?? waitsUntil()
}

/** Until when a reader waits who comes now; monotonic milliseconds. */
export function waitsUntil(): number {
  return clock().monotonic() + WAIT_MS
}

/**
 * What `get` returns once that is at slot `minSlot` or later; at once where such a value is remembered.
 * @param key of the value in the memory.
 * @param until monotonic milliseconds at which the reader stops waiting.
 * @throws ProblemError slot_not_reached, and why the indexer's slot cannot be read.
 */
export async function fromSlot<T>(
  network: Network,
  minSlot: number | null,
  until: number,
  key: string | null,
  get: () => CachedValue<T> | Promise<CachedValue<T>>,
): Promise<CachedValue<T>> {
  if (minSlot === null) return get()
  for (let tries = 1; ; tries++) {
    if (key === null || !memory().holds(key, minSlot)) await slotReached(network, minSlot, until)
    const value = await get()
    if ((value.notBefore ?? -1) >= minSlot) return value
    const leftMs = until - clock().monotonic()
    if (leftMs <= 0) throw new ProblemError(notReached(minSlot, value.notBefore))
    // The first may have been under way before the slot was reached; after that another node answers behind the same URL.
    if (tries > 1) await sleep(Math.min(POLL_MS, leftMs))
  }
}

/**
 * Waits until the indexer is known to have reached a slot; at once where it has, and where the slot is too far ahead.
 * Where no slot is to be had it returns too: then the answer itself decides.
 * @param until monotonic milliseconds at which the reader stops waiting.
 * @throws ProblemError slot_not_reached, and why the indexer's slot cannot be read.
 */
export async function slotReached(network: Network, minSlot: number, until: number): Promise<void> {
  const poll = pollOf(network)
  for (;;) {
    const known = highestSlot(network)
    if (known !== null && known >= minSlot) return
    const leftMs = until - clock().monotonic()
    if (poll.isRecent && known === null) return
    if (leftMs <= 0 || (poll.isRecent && minSlot - (known ?? 0) > MOST_AHEAD)) {
      throw new ProblemError(poll.problem ?? notReached(minSlot, known))
    }
    await inTime(poll.next(), leftMs)
  }
}

/** As slotReached(), for who has other ways to learn of a failure. Never rejects. */
export async function waitForSlot(network: Network, minSlot: number, until: number): Promise<void> {
  await slotReached(network, minSlot, until).catch((error: unknown) => {
    if (!isProblem(error)) throw error
  })
}

/** The refusal of an answer that would be older than wanted. @param slot that the indexer is at; null: not known */
export function notReached(minSlot: number, slot: number | null): Problem {
  const needed = `This request needs slot ${groupDigits(minSlot)} or later.`
  const at = slot === null ? 'The indexer’s slot is unknown.' : `The indexer is at slot ${groupDigits(slot)}.`
  const ahead = slot === null ? 0 : minSlot - slot
  const retryAfterMs = Math.ceil(Math.min(MOST_RETRY_MS, Math.max(POLL_MS, ahead * SLOT_MS)) / 1_000) * 1_000
  return problem('slot_not_reached', `${needed} ${at}`, { minSlot, ...(slot !== null && { slot }), retryAfterMs })
}

const polls = once('slot polls', () => new WeakMap<Network, SlotPoll>())

function pollOf(network: Network): SlotPoll {
  const known = polls().get(network) ?? new SlotPoll(network)
  polls().set(network, known)
  return known
}

/** Requests for the slot of a network's indexers while somebody waits for one: never two at once, and so many a second as its plan allows. */
class SlotPoll {
  /** Why the last one failed with all indexers; null: it did not. */
  #problem: Problem | null = null
  #endedMs = Number.NEGATIVE_INFINITY
  #running: Promise<void> | null = null

  constructor(private readonly network: Network) {}

  /** True while the next one is not due yet. */
  get isRecent(): boolean {
    return clock().monotonic() < this.#dueMs
  }

  /** Ends with the next one, which all who wait share. */
  next(): Promise<void> {
    this.#running ??= this.#request().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Why the last one failed, unless a slot was received after it; null: it did not. */
  get problem(): Problem | null {
    const isLater = indexersOf(this.network).some((indexer) => (slotReceivedAt(indexer) ?? -1) >= this.#endedMs)
    return isLater ? null : this.#problem
  }

  get #dueMs(): number {
    const rates = indexersOf(this.network).flatMap((indexer) => upstreamOf(indexer).plan?.rate ?? [])
    const pauses = rates.map((rate) => 1_000 / (rate * PLAN_SHARE))
    return this.#endedMs + Math.max(POLL_MS, ...pauses)
  }

  async #request(): Promise<void> {
    const waitMs = this.#dueMs - clock().monotonic()
    if (waitMs > 0) await sleep(waitMs)
    const problems = await Promise.all(indexersOf(this.network).map(requestSlot))
    this.#problem = problems.includes(null) ? null : (problems[0] ?? null)
    this.#endedMs = clock().monotonic()
  }
}

/** Asks an indexer for its slot: the memory learns it, as it does of every answer. Why that failed; null: it did not. */
async function requestSlot(indexer: Indexer): Promise<Problem | null> {
  try {
    await load(indexer, 'getIndexerSlot', {}, clock().monotonic() + limits().totalMs, urgencyOf('interactive'))
    return null
  } catch (error) {
    if (!isRpcError(error)) throw error
    return toProblem(error.failure)
  }
}
