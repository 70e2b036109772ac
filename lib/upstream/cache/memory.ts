import { LRUCache } from 'lru-cache'
import type { Via } from '../../api/api-answer'
import type { ProblemCode } from '../../api/problem'
import type { SlotReset } from '../../api/status'
import { clock, inTime, nowIso } from '../../platform/clock'
import { type RequestClass, type Urgency, urgencyOf } from '../../rpc-client/urgency'
import { SMALL_STEP_BACK } from '../small-step-back'

/*
 * Cached answers and loads in flight: one load for all who ask the same, and old values for as long as they are better
 * than none. facts/reliability.md (b), "Flight rule" and "GET surface".
 */

/** Why a value cannot be renewed at present. */
export interface Trouble {
  reason: ProblemCode
  /** Milliseconds until the indexer is asked again; null where that is not known. */
  retryAfterMs: number | null
}

/** How long a value may be served: monotonic milliseconds, then milliseconds beyond. */
export interface Ages {
  /** Until then it counts as fresh. */
  freshUntil: number
  /** Beyond its freshness it is served at once for this long, while a newer one is loaded in the background. */
  revalidateMs: number
  /** Beyond its freshness it is served for this long if no newer one can be loaded. */
  onErrorMs: number
}

/** The value that a load returns, with its ages. */
export interface LoadedValue<T> extends Ages {
  value: T
  /** Bytes, roughly. */
  weight: number
  /** Slot of the value; null where it has none. */
  slot: number | null
  /** Slot that it is not older than, of a value that has none: the indexer had reached it before it was asked. */
  notBefore?: number | null
  /** Label of the indexer that it came from; absent: what its request names. Slots of different ones are not compared. */
  source?: string
  /** Set where the value was made of old parts, and says why: it must not take the place of another. */
  trouble?: Trouble | null
}

/** How urgent a load is. */
export interface LoadPlan {
  urgency: Urgency
  /** True when no older value can stand in for it. */
  cold: boolean
  /** Slot that nothing it is made of may be older than; null: none. */
  minSlot: number | null
}

/** A request to the memory. Equal keys hold values of one type: the key's first word is the caller's. */
export interface CacheRequest<T> {
  key: string
  /** Label of the indexer, or name of the network: values of one are forgotten together. */
  network: string
  load(plan: LoadPlan): Promise<LoadedValue<T>>
  /** What is known to be wrong with the network at this moment, without asking it. */
  trouble(): Trouble | null
  /** True: shared with those who ask meanwhile, and stored only in place of an older value. */
  passing?: boolean
}

/** A value with what it is worth. */
export interface CachedValue<T> {
  value: T
  state: 'fresh' | 'revalidating' | 'stale'
  /** Why it is stale; null with the other states. */
  trouble: Trouble | null
  via: Via
  /** Monotonic milliseconds until which it counts as fresh; past for old values. */
  freshUntil: number
  /** Slot that it is not older than; null: not known. */
  notBefore: number | null
}

interface CacheEntry extends LoadedValue<unknown> {
  source: string
  /** ISO 8601 UTC time at which it came. */
  loadedAt: string
  /** Why the last load failed, and when (monotonic ms). */
  failed: { trouble: Trouble; atMs: number } | null
  /** No load for it before then (monotonic ms). */
  nextLoadAt: number
  /** Since when answers are lower than this one; null: they are not. */
  lowerSince: number | null
}

interface PendingLoad {
  result: Promise<CachedValue<unknown>>
  urgency: Urgency
}

/** How much is remembered and under way. */
export interface MemorySize {
  entries: number
  bytes: number
  inFlight: number
  /** Cache evictions by reason: no room, a chain view that was abandoned, a negative answer. */
  evictions: Readonly<Record<'full' | 'reset' | 'refuted', number>>
}

/** Bounds of what is remembered. facts/reliability.md (b). */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 5_000

/** Weight of an entry beside its content: key, object, list nodes. */
const ENTRY_BYTES = 500

/** Milliseconds between a failed load and the next one for the same key. */
const PAUSE_MS = 1_000

/** Milliseconds for which a failed load predicts the next one. */
const FAILURE_COUNTS_MS = 15_000

/** An indexer that stays behind its own answers for longer (ms) than that many slots take was really set back. */
const STEP_BACK_MS = 60_000

/** Answers of indexers that are remembered: bounded in number and bytes, each key loaded once for all who wait. */
export class Memory {
  readonly #entries = new LRUCache<string, CacheEntry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    dispose: (_, __, why) => {
      if (why === 'evict') this.#evictions.full++
    },
  })
  readonly #evictions = { full: 0, reset: 0, refuted: 0 }
  readonly #inFlight = new Map<string, PendingLoad>()
  /** How often values were forgotten; and by source, the last of these times, so that loads from before are not stored. */
  #forgets = 0
  readonly #forgotten = new Map<string, number>()

  /**
   * @param troubleOf what the error of a load means; null: it is the answer, and no older one may stand in for it.
   * @param forgot called when an indexer's slots went back and its values were evicted, with its label and with the time of the higher slot.
   */
  constructor(
    private readonly troubleOf: (error: unknown) => Trouble | null,
    private readonly forgot: (source: string, reset: SlotReset, higherAt: string) => void = () => {},
  ) {}

  /**
   * The value for a key. Fresh: at once. Within its revalidation age: at once, and a load in the background. Within
   * its age on error: at once if a load is known to fail, else after a load that gets `patienceMs`. Otherwise the load
   * decides. A load belongs to no reader: it continues when all have left, and its error is not stored.
   * @param by the class of the reader, or the urgency of the load that asks.
   * @param patienceMs null: an old value is of no use to who asks.
   * @param minSlot a remembered value that may be older is of no use either. What a load returns may be: a load under way
   * is shared, and an indexer answers as it likes.
   */
  get<T>(
    request: CacheRequest<T>,
    by: RequestClass | Urgency,
    patienceMs: number | null,
    minSlot: number | null = null,
  ): CachedValue<T> | Promise<CachedValue<T>> {
    const fresh = this.fresh<T>(request.key, minSlot)
    if (fresh) return fresh
    const entry = this.#entries.get(request.key)
    if (!entry || !isAtSlot(entry, minSlot)) return this.#load(request, by, true, minSlot)
    const now = clock().monotonic()
    const late = now - entry.freshUntil
    if (patienceMs === null || late >= Math.max(entry.revalidateMs, entry.onErrorMs))
      return this.#load(request, by, true, minSlot)

    const trouble = request.trouble() ?? recentFailure(entry, now)
    const revalidates = late < entry.revalidateMs
    if (!trouble && !revalidates) return this.#loadOrStale(request, entry, by, patienceMs)
    const silent = trouble !== null && trouble.retryAfterMs !== null && trouble.retryAfterMs > 0
    if (!silent && now >= entry.nextLoadAt) this.#pendingFor(request, 'refresh', false, null)
    return trouble
      ? cachedValue<T>(entry, 'stale', trouble, 'stale')
      : cachedValue<T>(entry, 'revalidating', null, 'stale')
  }

  /** Stores a value that was loaded elsewhere. */
  remember<T>(key: string, source: string, loaded: LoadedValue<T>): void {
    const size = Math.ceil(loaded.weight) + ENTRY_BYTES + key.length
    const entry: CacheEntry = { ...loaded, source, loadedAt: nowIso(), failed: null, nextLoadAt: 0, lowerSince: null }
    this.#entries.set(key, entry, { size })
  }

  /** A remembered value while it is fresh, and not older than a slot. */
  fresh<T>(key: string, minSlot: number | null = null): CachedValue<T> | null {
    const entry = this.#entries.get(key)
    if (!entry || clock().monotonic() >= entry.freshUntil || !isAtSlot(entry, minSlot)) return null
    return cachedValue<T>(entry, 'fresh', null, 'hit')
  }

  /** A remembered value as long as it may be served at all, fresh or not; it counts as no use of it. Null without one. */
  remembered<T>(key: string): T | null {
    const entry = this.#entries.peek(key)
    if (!entry) return null
    const late = clock().monotonic() - entry.freshUntil
    return late < Math.max(entry.revalidateMs, entry.onErrorMs) ? (entry.value as T) : null
  }

  /** Slot of a remembered value of any age; null without one. */
  slotOf(key: string): number | null {
    return this.#entries.peek(key)?.slot ?? null
  }

  /** True where a value is remembered, of any age, that is not older than a slot. */
  holds(key: string, minSlot: number): boolean {
    const entry = this.#entries.peek(key)
    return entry !== undefined && isAtSlot(entry, minSlot)
  }

  /** Forgets everything of an indexer, by its label, or of all indexers of a network, by its name. */
  forget(who: string): void {
    this.#forgets++
    this.#forgotten.set(who, this.#forgets)
    for (const [key, { source }] of this.#entries.entries()) {
      if (source !== who && networkOf(source) !== who) continue
      this.#entries.delete(key)
      this.#evictions.reset++
    }
  }

  /** How much is remembered and under way. */
  size(): MemorySize {
    const { size, calculatedSize } = this.#entries
    return { entries: size, bytes: calculatedSize, inFlight: this.#inFlight.size, evictions: this.#evictions }
  }

  async #load<T>(
    request: CacheRequest<T>,
    by: RequestClass | Urgency,
    cold: boolean,
    minSlot: number | null,
  ): Promise<CachedValue<T>> {
    const { pending, started } = this.#pendingFor(request, by, cold, minSlot)
    const loaded = (await pending.result) as CachedValue<T>
    return { ...loaded, via: loaded.state === 'stale' ? 'stale' : started ? 'miss' : 'collapsed' }
  }

  async #loadOrStale<T>(
    request: CacheRequest<T>,
    entry: CacheEntry,
    by: RequestClass | Urgency,
    patienceMs: number,
  ): Promise<CachedValue<T>> {
    try {
      const loaded = await inTime(this.#load(request, by, false, null), patienceMs)
      if (loaded) return loaded
      const trouble: Trouble = { reason: 'upstream_timeout', retryAfterMs: null }
      entry.failed ??= { trouble, atMs: clock().monotonic() }
      return cachedValue<T>(entry, 'stale', trouble, 'stale')
    } catch (error) {
      const trouble = this.troubleOf(error)
      if (trouble === null) throw error
      return cachedValue<T>(entry, 'stale', trouble, 'stale')
    }
  }

  /** The load in flight for a key, or a new one. */
  #pendingFor<T>(
    request: CacheRequest<T>,
    by: RequestClass | Urgency,
    cold: boolean,
    minSlot: number | null,
  ): { pending: PendingLoad; started: boolean } {
    const running = this.#inFlight.get(request.key)
    if (running) {
      running.urgency.raise(by)
      return { pending: running, started: false }
    }
    const urgency = urgencyOf(by)
    const begun = this.#forgets
    // Started later, so that an exception in it finds the load in the map and removes it.
    const result = Promise.resolve()
      .then(() => request.load({ urgency, cold, minSlot }))
      .then((loaded) => this.#store(request, loaded, begun))
      .catch((error: unknown) => this.#fail(request.key, error))
      .finally(() => this.#inFlight.delete(request.key))
    // It rejects for all who wait; that nobody waits is no fault.
    result.catch(() => {})
    const pending = { result, urgency }
    this.#inFlight.set(request.key, pending)
    return { pending, started: true }
  }

  #store<T>(request: CacheRequest<T>, loaded: LoadedValue<T>, begun: number): CachedValue<unknown> {
    const { key } = request
    const { source = request.network } = loaded
    const entry = this.#entries.peek(key)
    if (request.passing && !entry) return cachedValue(loaded, 'fresh', null, 'miss')
    const now = clock().monotonic()
    const emptied = entry !== undefined && isEmptied(loaded, entry)
    const trouble = loaded.trouble ?? (emptied ? EMPTIED : null)
    if (trouble && entry && now < entry.freshUntil + entry.onErrorMs) {
      fail(entry, trouble, now)
      return cachedValue(entry, 'stale', trouble, 'stale')
    }
    if (entry && entry.source === source && !emptied && isLower(loaded, entry)) {
      entry.lowerSince ??= now
      const back = (entry.slot ?? 0) - (loaded.slot ?? 0)
      if (back <= SMALL_STEP_BACK && now - entry.lowerSince < STEP_BACK_MS) {
        entry.freshUntil = loaded.freshUntil
        entry.failed = null
        return cachedValue(entry, 'fresh', null, 'miss')
      }
      this.#forget(entry, loaded.slot ?? 0)
    } else if (this.#forgottenAt(source) > begun) {
      return cachedValue(loaded, loaded.trouble ? 'stale' : 'fresh', loaded.trouble ?? null, 'miss')
    }
    this.remember(key, source, loaded)
    if (!loaded.trouble) return cachedValue(loaded, 'fresh', null, 'miss')
    const entryNow = this.#entries.peek(key)
    if (entryNow) fail(entryNow, loaded.trouble, now)
    return cachedValue(loaded, 'stale', loaded.trouble, 'stale')
  }

  #fail(key: string, error: unknown): never {
    const trouble = this.troubleOf(error)
    const entry = this.#entries.peek(key)
    if (trouble === null) this.#evictions.refuted += Number(this.#entries.delete(key))
    else if (entry) fail(entry, trouble, clock().monotonic())
    throw error
  }

  #forgottenAt(source: string): number {
    return Math.max(this.#forgotten.get(source) ?? 0, this.#forgotten.get(networkOf(source)) ?? 0)
  }

  #forget({ source, slot, loadedAt }: CacheEntry, to: number): void {
    this.forget(source)
    this.forgot(source, { at: nowIso(), from: slot ?? 0, to }, loadedAt)
  }
}

/** The network's name in an indexer's label, which is the name itself where it has no other. */
function networkOf(label: string): string {
  return label.split('#', 1)[0] as string
}

function cachedValue<T>(
  loaded: Pick<LoadedValue<unknown>, 'value' | 'freshUntil' | 'slot' | 'notBefore'>,
  state: CachedValue<T>['state'],
  trouble: Trouble | null,
  via: Via,
): CachedValue<T> {
  const { value, freshUntil } = loaded
  return { value: value as T, state, trouble, via, freshUntil, notBefore: notBeforeOf(loaded) }
}

function notBeforeOf({ slot, notBefore = null }: Pick<LoadedValue<unknown>, 'slot' | 'notBefore'>): number | null {
  return slot ?? notBefore
}

function isAtSlot(entry: CacheEntry, minSlot: number | null): boolean {
  return minSlot === null || (notBeforeOf(entry) ?? -1) >= minSlot
}

function fail(entry: CacheEntry, trouble: Trouble, now: number): void {
  entry.failed = { trouble, atMs: now }
  entry.nextLoadAt = now + PAUSE_MS
}

/** The trouble of the last load while it still predicts the next one. The wait that it asked for has begun to pass. */
function recentFailure({ failed }: CacheEntry, now: number): Trouble | null {
  if (!failed || now - failed.atMs >= FAILURE_COUNTS_MS) return null
  return { reason: failed.trouble.reason, retryAfterMs: null }
}

/** An indexer that lost all it had. The cached value is the better answer while it may be served. */
const EMPTIED: Trouble = { reason: 'indexer_empty', retryAfterMs: null }

/** True for the answer of an indexer without data where there was some: facts/reliability.md F43. design.md 4.5. */
function isEmptied(loaded: LoadedValue<unknown>, entry: CacheEntry): boolean {
  return loaded.slot === 0 && entry.slot !== null && entry.slot > 0
}

function isLower(loaded: LoadedValue<unknown>, entry: CacheEntry): boolean {
  return loaded.slot !== null && entry.slot !== null && loaded.slot < entry.slot
}
