import { LRUCache } from 'lru-cache'
import type { ProblemCode } from '../../api/problem'
import type { SlotReset } from '../../api/status'
import { clock, inTime, nowIso } from '../../clock'
import { type RequestClass, type Urgency, urgencyOf } from '../upstream/urgency'

/*
 * What was answered before, and questions under way: one flight for all who ask the same, and old values for as long as
 * they are better than none. facts/reliability.md (b), "Flight rule" and "GET surface".
 */

/** Why a value cannot be renewed at present. */
export interface Trouble {
  reason: ProblemCode
  /** Milliseconds until the indexer is asked again; null where that is not known. */
  retryAfterMs: number | null
}

/** How long a value may be given out: monotonic milliseconds, then milliseconds beyond. */
export interface Ages {
  /** Until then it counts as fresh. */
  freshUntil: number
  /** Beyond its freshness it is given out at once for this long, while a flight behind it brings a newer one. */
  revalidateMs: number
  /** Beyond its freshness it is given out for this long where no newer one can be had. */
  onErrorMs: number
}

/** What a flight brings home. Ages: see there. */
export interface Landed<T> extends Ages {
  value: T
  /** Bytes, roughly. */
  weight: number
  /** Slot of the value; null where it has none. */
  slot: number | null
  /** Set where the value was made of old parts, and says why: it must not take the place of another. */
  trouble?: Trouble | null
}

/** What a flight is told at its start. */
export interface FlightPlan {
  urgency: Urgency
  /** True when no older value can stand in for it. */
  cold: boolean
}

/** A question to the memory. Equal keys hold values of one type: the key's first word is the caller's. */
export interface Asked<T> {
  key: string
  /** Name of the network: its values are forgotten together. */
  network: string
  take(plan: FlightPlan): Promise<Landed<T>>
  /** What is known to be wrong with the network at this moment, without asking it. */
  trouble(): Trouble | null
  /** True: shared with whoever asks meanwhile, and not remembered where nothing was. */
  passing?: boolean
}

/** How a value came: remembered and fresh, remembered and old, by a flight of its own, by somebody else's. */
export type Via = 'hit' | 'stale' | 'miss' | 'collapsed'

/** A value with what it is worth. */
export interface Held<T> {
  value: T
  state: 'fresh' | 'revalidating' | 'stale'
  /** Why it is stale; null with the other states. */
  trouble: Trouble | null
  via: Via
  /** Monotonic milliseconds until which it counts as fresh; past for old values. */
  freshUntil: number
}

interface Entry extends Landed<unknown> {
  network: string
  /** ISO 8601 UTC time at which it came. */
  landedAt: string
  /** Why the last flight brought nothing, and when (monotonic ms). */
  failed: { trouble: Trouble; atMs: number } | null
  /** No flight for it before then. */
  nextFlight: number
  /** Since when answers are lower than this one; null: they are not. */
  lowerSince: number | null
}

interface Flight {
  landing: Promise<Held<unknown>>
  urgency: Urgency
}

/** How much is remembered and under way. */
export interface MemorySize {
  entries: number
  bytes: number
  flights: number
  /** Values that went before their time: for want of room, with a chain view that was given up, by an answer that says no. */
  forgotten: Readonly<Record<'full' | 'reset' | 'refuted', number>>
}

/** Bounds of what is remembered. facts/reliability.md (b). */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 5_000

/** Weight of an entry beside its content: key, object, list nodes. */
const ENTRY_BYTES = 500

/** Milliseconds after a failed flight before the next one for the same key. */
const PAUSE_MS = 1_000

/** Milliseconds for which a failed flight tells how the next one would go. */
const FAILURE_COUNTS_MS = 15_000

/** Slots by which an answer may be behind an earlier one and still come from the same chain. facts/reliability.md (b). */
const SMALL_STEP_BACK = 150

/** An indexer that stays behind its own answers for longer (ms) than that many slots take was really set back. */
const STEP_BACK_MS = 60_000

export class Memory {
  readonly #entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    dispose: (_, __, why) => {
      if (why === 'evict') this.#forgotten.full++
    },
  })
  readonly #forgotten = { full: 0, reset: 0, refuted: 0 }
  readonly #flights = new Map<string, Flight>()
  /** By network: raised when its values are forgotten, so that flights from before are not remembered. */
  readonly #generations = new Map<string, number>()

  /**
   * @param troubleOf what an error of a flight means; null: it is the answer, and no older one may stand in for it.
   * @param forgot is told when a network's slots went back and its values were forgotten, and when the higher slot came.
   */
  constructor(
    private readonly troubleOf: (error: unknown) => Trouble | null,
    private readonly forgot: (network: string, reset: SlotReset, higherAt: string) => void = () => {},
  ) {}

  /**
   * The value for a key. Fresh: at once. Within its revalidation age: at once, and a flight behind. Within its age on
   * error: at once where renewing is known to fail, else after a flight that gets `patienceMs` to land. Otherwise the
   * flight decides. A flight belongs to no reader: it goes on when all have left, and its error is not remembered.
   * @param by the class of the reader, or the urgency of the flight that asks.
   * @param patienceMs null: an old value is of no use to who asks.
   */
  get<T>(asked: Asked<T>, by: RequestClass | Urgency, patienceMs: number | null): Held<T> | Promise<Held<T>> {
    const fresh = this.fresh<T>(asked.key)
    if (fresh) return fresh
    const entry = this.#entries.get(asked.key)
    if (!entry) return this.#fly(asked, by, true)
    const now = clock().monotonic()
    const late = now - entry.freshUntil
    if (patienceMs === null || late >= Math.max(entry.revalidateMs, entry.onErrorMs)) return this.#fly(asked, by, true)

    const trouble = asked.trouble() ?? recentFailure(entry, now)
    const revalidates = late < entry.revalidateMs
    if (!trouble && !revalidates) return this.#flyOrStale(asked, entry, by, patienceMs)
    const silent = trouble !== null && trouble.retryAfterMs !== null && trouble.retryAfterMs > 0
    if (!silent && now >= entry.nextFlight) this.#flightOf(asked, 'refresh', false)
    return trouble ? held<T>(entry, 'stale', trouble, 'stale') : held<T>(entry, 'revalidating', null, 'stale')
  }

  /** Remembers a value outside of a flight. */
  remember<T>(key: string, network: string, landed: Landed<T>): void {
    const size = Math.ceil(landed.weight) + ENTRY_BYTES + key.length
    const entry: Entry = { ...landed, network, landedAt: nowIso(), failed: null, nextFlight: 0, lowerSince: null }
    this.#entries.set(key, entry, { size })
  }

  /** A remembered value while it is fresh. */
  fresh<T>(key: string): Held<T> | null {
    const entry = this.#entries.get(key)
    return entry && clock().monotonic() < entry.freshUntil ? held<T>(entry, 'fresh', null, 'hit') : null
  }

  /** Slot of a remembered value of any age; null without one. */
  slotOf(key: string): number | null {
    return this.#entries.peek(key)?.slot ?? null
  }

  /** How much is remembered and under way. */
  size(): MemorySize {
    const { size, calculatedSize } = this.#entries
    return { entries: size, bytes: calculatedSize, flights: this.#flights.size, forgotten: this.#forgotten }
  }

  async #fly<T>(asked: Asked<T>, by: RequestClass | Urgency, cold: boolean): Promise<Held<T>> {
    const { flight, started } = this.#flightOf(asked, by, cold)
    const landed = (await flight.landing) as Held<T>
    return { ...landed, via: landed.state === 'stale' ? 'stale' : started ? 'miss' : 'collapsed' }
  }

  async #flyOrStale<T>(
    asked: Asked<T>,
    entry: Entry,
    by: RequestClass | Urgency,
    patienceMs: number,
  ): Promise<Held<T>> {
    try {
      const landed = await inTime(this.#fly(asked, by, false), patienceMs)
      if (landed) return landed
      const trouble: Trouble = { reason: 'upstream_timeout', retryAfterMs: null }
      entry.failed ??= { trouble, atMs: clock().monotonic() }
      return held<T>(entry, 'stale', trouble, 'stale')
    } catch (error) {
      const trouble = this.troubleOf(error)
      if (trouble === null) throw error
      return held<T>(entry, 'stale', trouble, 'stale')
    }
  }

  /** The flight under way for a key, or a new one. */
  #flightOf<T>(asked: Asked<T>, by: RequestClass | Urgency, cold: boolean): { flight: Flight; started: boolean } {
    const underWay = this.#flights.get(asked.key)
    if (underWay) {
      underWay.urgency.raise(by)
      return { flight: underWay, started: false }
    }
    const urgency = urgencyOf(by)
    const generation = this.#generations.get(asked.network) ?? 0
    // The first step is taken later, so that an exception in it finds the flight in the map and takes it out again.
    const landing = Promise.resolve()
      .then(() => asked.take({ urgency, cold }))
      .then((landed) => this.#land(asked, landed, generation))
      .catch((error: unknown) => this.#crash(asked.key, error))
      .finally(() => this.#flights.delete(asked.key))
    // All who wait are told; that nobody may wait is no fault.
    landing.catch(() => {})
    const flight = { landing, urgency }
    this.#flights.set(asked.key, flight)
    return { flight, started: true }
  }

  #land<T>(asked: Asked<T>, landed: Landed<T>, generation: number): Held<unknown> {
    const { key, network } = asked
    const entry = this.#entries.peek(key)
    if (asked.passing && !entry) return held(landed, 'fresh', null, 'miss')
    const now = clock().monotonic()
    const emptied = entry !== undefined && isEmptied(landed, entry)
    const trouble = landed.trouble ?? (emptied ? EMPTIED : null)
    if (trouble && entry && now < entry.freshUntil + entry.onErrorMs) {
      fail(entry, trouble, now)
      return held(entry, 'stale', trouble, 'stale')
    }
    if (entry && !emptied && isLower(landed, entry)) {
      entry.lowerSince ??= now
      const back = (entry.slot ?? 0) - (landed.slot ?? 0)
      if (back <= SMALL_STEP_BACK && now - entry.lowerSince < STEP_BACK_MS) {
        entry.freshUntil = landed.freshUntil
        entry.failed = null
        return held(entry, 'fresh', null, 'miss')
      }
      this.#forget(network, entry, landed.slot ?? 0)
    } else if ((this.#generations.get(network) ?? 0) !== generation) {
      return held(landed, landed.trouble ? 'stale' : 'fresh', landed.trouble ?? null, 'miss')
    }
    this.remember(key, network, landed)
    if (!landed.trouble) return held(landed, 'fresh', null, 'miss')
    const made = this.#entries.peek(key)
    if (made) fail(made, landed.trouble, now)
    return held(landed, 'stale', landed.trouble, 'stale')
  }

  #crash(key: string, error: unknown): never {
    const trouble = this.troubleOf(error)
    const entry = this.#entries.peek(key)
    if (trouble === null) this.#forgotten.refuted += Number(this.#entries.delete(key))
    else if (entry) fail(entry, trouble, clock().monotonic())
    throw error
  }

  #forget(network: string, { slot, landedAt }: Entry, to: number): void {
    this.#generations.set(network, (this.#generations.get(network) ?? 0) + 1)
    for (const [key, entry] of this.#entries.entries()) {
      if (entry.network !== network) continue
      this.#entries.delete(key)
      this.#forgotten.reset++
    }
    this.forgot(network, { at: nowIso(), from: slot ?? 0, to }, landedAt)
  }
}

function held<T>(
  { value, freshUntil }: Pick<Landed<unknown>, 'value' | 'freshUntil'>,
  state: Held<T>['state'],
  trouble: Trouble | null,
  via: Via,
): Held<T> {
  return { value: value as T, state, trouble, via, freshUntil }
}

function fail(entry: Entry, trouble: Trouble, now: number): void {
  entry.failed = { trouble, atMs: now }
  entry.nextFlight = now + PAUSE_MS
}

/** The trouble of the last flight while it still tells something; how long it asked to wait has begun to pass since. */
function recentFailure({ failed }: Entry, now: number): Trouble | null {
  if (!failed || now - failed.atMs >= FAILURE_COUNTS_MS) return null
  return { reason: failed.trouble.reason, retryAfterMs: null }
}

/** An indexer that lost all it had. What was remembered is the better answer while it may be given out. */
const EMPTIED: Trouble = { reason: 'indexer_empty', retryAfterMs: null }

/** True for the answer of an indexer without data where there was some: facts/reliability.md F43. design.md 4.5. */
function isEmptied(landed: Landed<unknown>, entry: Entry): boolean {
  return landed.slot === 0 && entry.slot !== null && entry.slot > 0
}

function isLower(landed: Landed<unknown>, entry: Entry): boolean {
  return landed.slot !== null && entry.slot !== null && landed.slot < entry.slot
}
