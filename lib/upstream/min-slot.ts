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
import { callIndexer } from './indexer/call'
import { upstreamOf } from './indexer/indexers'
import { type Indexer, indexersOf, type Network } from './networks/networks'

/* `minSlot`: waits until the indexer has reached a slot. Waiting clients of a network share its polling. design.md 4.3, 4.4. */

const WAIT_MS = 5_000

/** Slots that pass in about WAIT_MS; waiting for more is refused. */
const MAX_SLOTS_AHEAD = 15

const POLL_MS = 1_000

/** Share of the plan that polling may use. */
const PLAN_SHARE = 1 / 2

const SLOT_MS = 400
const MAX_RETRY_MS = 60_000

export function slotUntil(): number {
  return requestContext()?.slotUntil ?? slotWaitDeadline()
}

export function slotWaitDeadline(): number {
  return clock().monotonic() + WAIT_MS
}

/** `until`: monotonic milliseconds. @throws ProblemError slot_not_reached, or why the indexer's slot is unknown */
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
    if (leftMs <= 0) throw new ProblemError(slotNotReached(minSlot, value.notBefore))
    // Retries at once after the first try, which may have begun before the slot was reached; later ones pause.
    if (tries > 1) await sleep(Math.min(POLL_MS, leftMs))
  }
}

/** Returns at once if the indexer's slot is unknown. @throws ProblemError like fromSlot() */
export async function slotReached(network: Network, minSlot: number, until: number): Promise<void> {
  const poll = pollOf(network)
  for (;;) {
    const known = highestSlot(network)
    if (known !== null && known >= minSlot) return
    const leftMs = until - clock().monotonic()
    if (poll.isRecent && known === null) return
    if (leftMs <= 0 || (poll.isRecent && minSlot - (known ?? 0) > MAX_SLOTS_AHEAD)) {
      throw new ProblemError(poll.problem ?? slotNotReached(minSlot, known))
    }
    await inTime(poll.next(), leftMs)
  }
}

export async function waitForSlot(network: Network, minSlot: number, until: number): Promise<void> {
  await slotReached(network, minSlot, until).catch((error: unknown) => {
    if (!isProblem(error)) throw error
  })
}

export function slotNotReached(minSlot: number, slot: number | null): Problem {
  const needed = `This request needs slot ${groupDigits(minSlot)} or later.`
  const at = slot === null ? 'The indexer’s slot is unknown.' : `The indexer is at slot ${groupDigits(slot)}.`
  const ahead = slot === null ? 0 : minSlot - slot
  const retryAfterMs = Math.ceil(Math.min(MAX_RETRY_MS, Math.max(POLL_MS, ahead * SLOT_MS)) / 1_000) * 1_000
  return problem('slot_not_reached', `${needed} ${at}`, { minSlot, ...(slot !== null && { slot }), retryAfterMs })
}

const polls = once('slot polls', () => new WeakMap<Network, SlotPoll>())

function pollOf(network: Network): SlotPoll {
  const known = polls().get(network) ?? new SlotPoll(network)
  polls().set(network, known)
  return known
}

class SlotPoll {
  #problem: Problem | null = null
  #endedMs = Number.NEGATIVE_INFINITY
  #running: Promise<void> | null = null

  constructor(private readonly network: Network) {}

  get isRecent(): boolean {
    return clock().monotonic() < this.#dueMs
  }

  next(): Promise<void> {
    this.#running ??= this.#request().finally(() => {
      this.#running = null
    })
    return this.#running
  }

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

async function requestSlot(indexer: Indexer): Promise<Problem | null> {
  try {
    await callIndexer(indexer, 'getIndexerSlot', {}, clock().monotonic() + limits().totalMs, urgencyOf('interactive'))
    return null
  } catch (error) {
    if (!isRpcError(error)) throw error
    return toProblem(error.failure)
  }
}
