import 'server-only'
import { LRUCache } from 'lru-cache'
import { proofs } from '../account/proof/proofs'
import { invalidParams, ProblemError, problem } from '../api/problem'
import { toProblem } from '../api/rpc-problem'
import { isListRoomFull, ListRoomFull, listRoom, type RoomWork } from '../listing/read/list-room'
import { clock, inTime, sleep } from '../platform/clock'
import { once } from '../platform/once'
import { type RequestClient, WaitingClients } from '../platform/waiting-clients'
import { isRpcError, RpcError, type RpcFailure } from '../protocol/rpc/failure'
import { canonicalKey } from '../protocol/rpc/json'
import { isListMethod } from '../protocol/rpc/methods'
import { limits } from '../rpc-client/limits'
import { type RequestClass, urgencyOf } from '../rpc-client/urgency'
import { callIndexer } from '../upstream/indexer/call'
import { type Indexer, indexersOf, type Network } from '../upstream/networks/networks'
import { compare, comparisonBytes } from './compare'
import { type CompareQuery, type Comparison, type ComparisonState, MAX_PART_CALLS, type Pair } from './contract'
import type { CompareMemory, HeldMemory, Side } from './side'

/* Concurrent requests share one comparison. It runs while a client waits; the result is kept for repeated requests. */

/** Milliseconds for which a result is reused, or as long as it took to compute. */
const FRESH_MS = 10_000

/** Concurrent comparisons, per peer and in total: each costs calls to two indexers. */
export const MAX_COMPARISONS_PER_PEER = 4
const MAX_RUNNING = 32

const MAX_REMEMBERED = 32

/** Calls per side with the priority `interactive`; later ones have `export`. */
const FIRST_CALLS = 3

const PATIENCE_MS = 15_000

const PROOFS_WITHIN_MS = 5_000

export async function compareIndexers(
  network: Network,
  query: CompareQuery,
  withinMs: number,
  client: RequestClient,
): Promise<ComparisonState> {
  const running = runningOf(network, query, pairOf(network, query), client)
  await inTime(running.done, withinMs)
  const { comparison, sides } = running
  if (comparison) return { state: 'done', comparison }
  return {
    state: 'running',
    labels: [sides[0].label, sides[1].label],
    calls: [sides[0].calls, sides[1].calls],
  }
}

function pairOf(network: Network, { a, b }: CompareQuery): Pair<Indexer> {
  const indexers = indexersOf(network)
  const refused = (name: string, message: string) => new ProblemError(invalidParams([{ name, message }]))
  if (indexers.length < 2) {
    const how = 'name it again in INDEXER_URL with another URL'
    throw refused('cluster', `needs two indexers, and ${network.name} has one: ${how}`)
  }
  const pick = (name: string, number: number): Indexer => {
    const indexer = indexers[number - 1]
    if (indexer) return indexer
    throw refused(name, `must be from 1 to ${indexers.length}: ${network.name} has ${indexers.length} indexers`)
  }
  return [pick('a', a), pick('b', b)]
}

const comparisons = once('comparisons', () => ({
  running: new Map<string, RequestedComparison>(),
  finished: new LRUCache<string, RequestedComparison>({
    max: MAX_REMEMBERED,
    dispose: (comparison) => listRoom().leave(comparison.rows),
  }),
}))

function runningOf(
  network: Network,
  query: CompareQuery,
  pair: Pair<Indexer>,
  client: RequestClient,
): RequestedComparison {
  const { running, finished } = comparisons()
  const { request, a, b, parts } = query
  const key = canonicalKey('compare', network.name, request, a, b, parts)
  const known = running.get(key) ?? finished.get(key)
  if (known && clock().monotonic() < known.freshUntilMs) {
    known.clients.join(client)
    return known
  }
  const ofPeer = [...running.values()].filter(({ clients }) => clients.peer === client.peer)
  if (ofPeer.length >= MAX_COMPARISONS_PER_PEER || running.size >= MAX_RUNNING) {
    throw new ProblemError(problem('explorer_busy', 'Other comparisons are being made.', { retryAfterMs: 5_000 }))
  }
  return new RequestedComparison(network, query, pair, key, client)
}

class RequestedComparison {
  readonly clients = new WaitingClients(() => this.comparison ?? this.#end())
  readonly rows: HeldRows
  readonly sides: Pair<Side & { calls: number }>
  readonly done: Promise<Comparison>
  comparison: Comparison | null = null
  freshUntilMs = Number.POSITIVE_INFINITY
  readonly #key: string
  readonly #startedMs = clock().monotonic()
  #isOver = false

  constructor(
    network: Network,
    { request, parts }: CompareQuery,
    pair: Pair<Indexer>,
    key: string,
    client: RequestClient,
  ) {
    this.#key = key
    this.clients.join(client)
    this.rows = new HeldRows(this.clients, () => comparisons().finished.delete(key))
    const sideFor = (indexer: Indexer) => cachelessSide(indexer, this.rows, { isWanted: () => !this.#isOver })
    this.sides = [sideFor(pair[0]), sideFor(pair[1])]
    const bounds = parts ? { mostPartCalls: MAX_PART_CALLS } : {}
    comparisons().running.set(key, this)
    this.done = compare(this.sides, request, { prove: rowProver(network), room: this.rows, ...bounds })
    this.done
      .then((comparison) => this.#isOver || this.#finish(comparison))
      // Awaiting clients get the rejection; without any, it must not end the process.
      .catch(() => this.#end())
      .finally(() => this.comparison ?? this.rows.leave())
  }

  #finish(comparison: Comparison): void {
    this.#end()
    const now = clock().monotonic()
    this.comparison = comparison
    const isCompared = comparison.verdict !== 'not_compared'
    // Not kept, because the next request may find enough memory.
    if (!isCompared && this.rows.wasFull) {
      this.rows.leave()
      return
    }
    this.freshUntilMs = now + Math.max(FRESH_MS, isCompared ? now - this.#startedMs : 0)
    this.rows.keep(comparisonBytes(comparison))
    comparisons().finished.set(this.#key, this)
  }

  #end(): void {
    this.#isOver = true
    const { running } = comparisons()
    if (running.get(this.#key) === this) running.delete(this.#key)
    if (this.rows.isRemovable) this.rows.leave()
  }
}

export class HeldRows implements RoomWork, CompareMemory {
  #held: HeldMemory[] = []
  /** There was no room for all rows, or they were evicted. */
  wasFull = false
  #state: 'reading' | 'settled' | 'kept' | 'gone' = 'reading'

  constructor(
    private readonly clients: Pick<WaitingClients, 'peer' | 'isAnyWaiting'>,
    private readonly onGone: () => void = () => {},
  ) {
    listRoom().admit(this)
  }

  get peer(): string {
    return this.clients.peer
  }

  get bytes(): number {
    return this.#held.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get isIdle(): boolean {
    return this.#state === 'kept' && !this.clients.isAnyWaiting
  }

  get isRemovable(): boolean {
    return this.#state !== 'settled'
  }

  hold(rows: HeldMemory): void {
    this.#held.push(rows)
  }

  async next<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await listRoom().next(this, () => {
        if (this.#state === 'gone') throw new ListRoomFull()
        return call()
      })
    } catch (error) {
      if (isListRoomFull(error)) this.wasFull = true
      throw error
    }
  }

  settle(): boolean {
    if (this.#state === 'gone') return false
    this.#state = 'settled'
    return true
  }

  keep(bytes: number): void {
    this.#letGo('kept')
    this.hold({ bytes, clear() {} })
    listRoom().admit(this)
  }

  leave(): void {
    this.#letGo('gone')
    listRoom().leave(this)
  }

  drop(): void {
    this.wasFull ||= this.#state !== 'kept'
    this.leave()
    this.onGone()
  }

  #letGo(state: 'kept' | 'gone'): void {
    for (const rows of this.#held) rows.clear()
    this.#held = []
    this.#state = state
  }
}

/** Proofs count for the indexer's health like those on pages: three that differ make it degraded. */
export function rowProver({ name }: Network) {
  return (indexer: string, rows: Parameters<ReturnType<typeof proofs>['of']>[1]) =>
    proofs().of(name, rows, { by: 'file', indexer, withinMs: PROOFS_WITHIN_MS })
}

/**
 * Bypasses the cache, but not the indexer's plan, gate and breaker; waits out temporary failures.
 * @param by absent: `interactive` first, `export` once the list is long
 */
export function cachelessSide(
  indexer: Indexer,
  rows: HeldRows,
  { by, isWanted = () => true }: { by?: RequestClass; isWanted?: () => boolean } = {},
) {
  const side: Side & { calls: number } = {
    label: indexer.label,
    calls: 0,
    async ask(method, params) {
      const calls = ++side.calls
      const urgency = urgencyOf(by ?? (calls <= FIRST_CALLS ? 'interactive' : 'export'))
      // The first call fails fast, since a client waits; later ones may pause.
      const patienceMs = by || calls === 1 ? 0 : PATIENCE_MS
      let until: number | null = null
      const call = async () => {
        if (!isWanted()) throw new RpcError(GIVEN_UP)
        return (await callIndexer(indexer, method, params, clock().monotonic() + limits().totalMs, urgency)).result
      }
      for (;;) {
        try {
          return await (isListMethod(method) ? rows.next(call) : call())
        } catch (error) {
          if (!isRpcError(error)) throw error
          const { retryable, retryAfterMs = 1_000 } = toProblem(error.failure)
          until ??= clock().monotonic() + patienceMs
          if (!isWanted() || !retryable || clock().monotonic() + retryAfterMs > until) throw error
          await sleep(retryAfterMs)
        }
      }
    },
  }
  return side
}

const GIVEN_UP: RpcFailure = { kind: 'busy', retryAfterMs: 0, message: 'Nobody waits for the comparison.' }
