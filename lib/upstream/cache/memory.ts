import { LRUCache } from 'lru-cache'
import type { CacheOutcome } from '../../api/api-answer'
import type { ProblemCode } from '../../api/problem'
import type { SlotReset } from '../../api/status'
import { clock, inTime, nowIso } from '../../platform/clock'
import { type RequestClass, type Urgency, urgencyOf } from '../../rpc-client/urgency'
import { SMALL_STEP_BACK } from '../small-step-back'

/* A cache with one load for concurrent equal requests, and old values if no newer one can be loaded. facts/reliability.md (b). */

export interface StaleReason {
  reason: ProblemCode
  retryAfterMs: number | null
}

export interface ExpiryTimes {
  freshUntil: number
  /** Time after freshness in which the value is served while a newer one loads. */
  revalidateMs: number
  /** Time after freshness in which the value is served if no newer one can be loaded. */
  onErrorMs: number
}

export interface LoadedValue<T> extends ExpiryTimes {
  value: T
  weight: number
  slot: number | null
  /** For values without a slot: the indexer's slot before the request. */
  notBefore?: number | null
  /** Label of the indexer that answered, since slots of different indexers are not comparable. */
  source?: string
  /** Set if parts of the value are old: it must not replace another value. */
  trouble?: StaleReason | null
}

export interface LoadPlan {
  urgency: Urgency
  cold: boolean
  /** No part may be older than this slot; null: no limit. */
  minSlot: number | null
}

/** Equal keys must have values of one type. */
export interface CacheRequest<T> {
  key: string
  /** Network name or indexer label, for eviction. */
  network: string
  load(plan: LoadPlan): Promise<LoadedValue<T>>
  trouble(): StaleReason | null
  /** true: the value is not stored, except in place of an older value. */
  passing?: boolean
}

export interface CachedValue<T> {
  value: T
  state: 'fresh' | 'revalidating' | 'stale'
  trouble: StaleReason | null
  via: CacheOutcome
  freshUntil: number
  notBefore: number | null
}

interface CacheEntry extends LoadedValue<unknown> {
  source: string
  loadedAt: string
  failed: { trouble: StaleReason; atMs: number } | null
  nextLoadAt: number
  /** When loads began to return lower slots than this value's; null: they do not. */
  lowerSince: number | null
}

interface PendingLoad {
  result: Promise<CachedValue<unknown>>
  urgency: Urgency
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 5_000

const ENTRY_BYTES = 500

const PAUSE_MS = 1_000

const FAILURE_COUNTS_MS = 15_000

/** Milliseconds after which lower slots count as a reset, not as a difference between nodes. */
const STEP_BACK_MS = 60_000

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
  #forgets = 0
  readonly #forgotten = new Map<string, number>()

  /** @param troubleOf returns null if the error counts as an answer, which an older value must not replace */
  constructor(
    private readonly troubleOf: (error: unknown) => StaleReason | null,
    private readonly forgot: (source: string, reset: SlotReset, higherAt: string) => void = () => {},
  ) {}

  /**
   * Loads go on when clients disconnect; errors are not cached. `minSlot` rejects older cached values, but not loaded ones.
   * @param patienceMs how long to wait for a load before serving an old value; null: old values are not acceptable
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

  remember<T>(key: string, source: string, loaded: LoadedValue<T>): void {
    const size = Math.ceil(loaded.weight) + ENTRY_BYTES + key.length
    const entry: CacheEntry = { ...loaded, source, loadedAt: nowIso(), failed: null, nextLoadAt: 0, lowerSince: null }
    this.#entries.set(key, entry, { size })
  }

  fresh<T>(key: string, minSlot: number | null = null): CachedValue<T> | null {
    const entry = this.#entries.get(key)
    if (!entry || clock().monotonic() >= entry.freshUntil || !isAtSlot(entry, minSlot)) return null
    return cachedValue<T>(entry, 'fresh', null, 'hit')
  }

  remembered<T>(key: string): T | null {
    const entry = this.#entries.peek(key)
    if (!entry) return null
    const late = clock().monotonic() - entry.freshUntil
    return late < Math.max(entry.revalidateMs, entry.onErrorMs) ? (entry.value as T) : null
  }

  slotOf(key: string): number | null {
    return this.#entries.peek(key)?.slot ?? null
  }

  holds(key: string, minSlot: number): boolean {
    const entry = this.#entries.peek(key)
    return entry !== undefined && isAtSlot(entry, minSlot)
  }

  forget(who: string): void {
    this.#forgets++
    this.#forgotten.set(who, this.#forgets)
    for (const [key, { source }] of this.#entries.entries()) {
      if (source !== who && networkOf(source) !== who) continue
      this.#entries.delete(key)
      this.#evictions.reset++
    }
  }

  size() {
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
      const trouble: StaleReason = { reason: 'upstream_timeout', retryAfterMs: null }
      entry.failed ??= { trouble, atMs: clock().monotonic() }
      return cachedValue<T>(entry, 'stale', trouble, 'stale')
    } catch (error) {
      const trouble = this.troubleOf(error)
      if (trouble === null) throw error
      return cachedValue<T>(entry, 'stale', trouble, 'stale')
    }
  }

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
    // Starts in a microtask, after the load is in the map, so that an exception removes it.
    const result = Promise.resolve()
      .then(() => request.load({ urgency, cold, minSlot }))
      .then((loaded) => this.#store(request, loaded, begun))
      .catch((error: unknown) => this.#fail(request.key, error))
      .finally(() => this.#inFlight.delete(request.key))
    // Callers get the rejection; without any, it must not be unhandled.
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

function networkOf(label: string): string {
  return label.split('#', 1)[0] as string
}

function cachedValue<T>(
  loaded: Pick<LoadedValue<unknown>, 'value' | 'freshUntil' | 'slot' | 'notBefore'>,
  state: CachedValue<T>['state'],
  trouble: StaleReason | null,
  via: CacheOutcome,
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

function fail(entry: CacheEntry, trouble: StaleReason, now: number): void {
  entry.failed = { trouble, atMs: now }
  entry.nextLoadAt = now + PAUSE_MS
}

function recentFailure({ failed }: CacheEntry, now: number): StaleReason | null {
  if (!failed || now - failed.atMs >= FAILURE_COUNTS_MS) return null
  return { reason: failed.trouble.reason, retryAfterMs: null }
}

/** The indexer lost its data: cached values are served as long as possible. */
const EMPTIED: StaleReason = { reason: 'indexer_empty', retryAfterMs: null }

function isEmptied(loaded: LoadedValue<unknown>, entry: CacheEntry): boolean {
  return loaded.slot === 0 && entry.slot !== null && entry.slot > 0
}

function isLower(loaded: LoadedValue<unknown>, entry: CacheEntry): boolean {
  return loaded.slot !== null && entry.slot !== null && loaded.slot < entry.slot
}
