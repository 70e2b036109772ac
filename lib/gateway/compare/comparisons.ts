import 'server-only'
import { LRUCache } from 'lru-cache'
import {
  type CompareQuery,
  type Comparison,
  type ComparisonState,
  MOST_PART_CALLS,
  type Pair,
} from '../../api/comparison'
import { ProblemError } from '../../api/problem'
import { clock, inTime, sleep } from '../../clock'
import { once } from '../../once'
import { RpcError } from '../../rpc/failure'
import type { MethodName, Params, Result } from '../../rpc/methods'
import { keyOf } from '../memory/canonical-key'
import { type Indexer, indexersOf, type Network } from '../networks'
import { invalidParams, problem, toProblem } from '../problem'
import { proofs } from '../proof/proofs'
import { limits } from '../upstream/limits'
import { load } from '../upstream/load'
import { type RequestClass, urgencyOf } from '../upstream/urgency'
import { compare } from './compare'
import { CountedSide, type Side } from './side'

/*
 * Comparisons of a network's indexers that readers request: one for all who request it at once, and for a moment after.
 * It goes on for two minutes after its last reader, within its bounds, and is there for who comes again.
 */

/** Milliseconds for which a comparison is given again; one that took minutes is kept as long as it took. */
const FRESH_MS = 10_000

/** Comparisons at once: each costs calls of two plans. */
const MOST_RUNNING = 4

/** Comparisons that are remembered. */
const MOST_REMEMBERED = 32

/** Calls that are made as a reader's, who waits: the first of each side. Behind them a list is read as exports are. */
const FIRST_CALLS = 3

/** Milliseconds after which a comparison that nobody requests any more makes no more calls. */
const UNATTENDED_MS = 120_000

/** Milliseconds for which one side is waited for that is limited, busy or out of order. */
const PATIENCE_MS = 15_000

/** Milliseconds for the proofs of rows that differ. */
const PROOFS_WITHIN_MS = 5_000

interface Entry {
  /** When somebody last requested it: monotonic milliseconds. */
  attended: { lastMs: number }
  sides: Pair<CountedSide>
  done: Promise<Comparison>
  comparison: Comparison | null
  freshUntilMs: number
}

/**
 * Compares two indexers of a network, and waits for it for `withinMs`.
 * @throws ProblemError invalid_params where the network has no such indexers; explorer_busy
 */
export async function compareIndexers(
  network: Network,
  query: CompareQuery,
  withinMs: number,
): Promise<ComparisonState> {
  const entry = entryOf(network, query, pairOf(network, query))
  await inTime(entry.done, withinMs)
  const { comparison, sides } = entry
  if (comparison) return { state: 'done', comparison }
  return {
    state: 'running',
    labels: [sides[0].label, sides[1].label],
    calls: [sides[0].calls, sides[1].calls],
  }
}

/** The indexers that a query names. @throws ProblemError invalid_params, which says how many there are */
function pairOf(network: Network, { a, b }: CompareQuery): Pair<Indexer> {
  const indexers = indexersOf(network)
  if (indexers.length < 2) {
    const message = `needs two indexers, and ${network.name} has one: name it again in INDEXER_URL with another URL`
    throw new ProblemError(invalidParams([{ name: 'cluster', message }]))
  }
  const pick = (name: string, number: number): Indexer => {
    const indexer = indexers[number - 1]
    if (indexer) return indexer
    const message = `must be from 1 to ${indexers.length}: ${network.name} has ${indexers.length} indexers`
    throw new ProblemError(invalidParams([{ name, message }]))
  }
  return [pick('a', a), pick('b', b)]
}

const comparisons = once(() => ({
  running: new Map<string, Entry>(),
  finished: new LRUCache<string, Entry>({ max: MOST_REMEMBERED }),
}))

function entryOf(network: Network, query: CompareQuery, pair: Pair<Indexer>): Entry {
  const { running, finished } = comparisons()
  const { request, a, b, parts } = query
  const key = keyOf('compare', network.name, request, a, b, parts)
  const known = running.get(key) ?? finished.get(key)
  if (known && clock().monotonic() < known.freshUntilMs) {
    known.attended.lastMs = clock().monotonic()
    return known
  }
  if (running.size >= MOST_RUNNING) {
    throw new ProblemError(problem('explorer_busy', 'Other comparisons are being made.', { retryAfterMs: 5_000 }))
  }
  const startedMs = clock().monotonic()
  const attended = { lastMs: startedMs }
  const isAttended = () => clock().monotonic() - attended.lastMs < UNATTENDED_MS
  const sideFor = (indexer: Indexer) => new CountedSide(whileAttended(sideOf(indexer), isAttended))
  const sides = [sideFor(pair[0]), sideFor(pair[1])] as const
  const bounds = parts ? { mostPartCalls: MOST_PART_CALLS } : {}
  const done = compare(sides, request, { prove: proveFor(network), ...bounds })
  const entry: Entry = { attended, sides, done, comparison: null, freshUntilMs: Number.POSITIVE_INFINITY }
  running.set(key, entry)
  done
    .then((comparison) => {
      const now = clock().monotonic()
      // One that was given up says nothing.
      if (!isAttended()) return
      entry.comparison = comparison
      entry.freshUntilMs = now + Math.max(FRESH_MS, now - startedMs)
      finished.set(key, entry)
    })
    // Whoever waits learns of it; without anybody it is nothing to end the process for.
    .catch(() => {})
    .finally(() => running.delete(key))
  return entry
}

/** A side that is asked nothing more once nobody waits. */
function whileAttended(side: Side, isAttended: () => boolean): Side {
  return {
    label: side.label,
    async ask(method, params) {
      if (!isAttended())
        throw new RpcError({ kind: 'busy', retryAfterMs: 0, message: 'Nobody waits for the comparison.' })
      return side.ask(method, params)
    },
  }
}

/** The proofs of a network's rows. They count as shown: three that differ make an indexer degraded. */
export function proveFor({ name }: Network) {
  return (indexer: string, rows: Parameters<ReturnType<typeof proofs>['of']>[1]) =>
    proofs().of(name, rows, { by: 'file', indexer, withinMs: PROOFS_WITHIN_MS })
}

/**
 * An indexer as a side: past the cache, within its plan, gate and breaker. What may pass is waited for.
 * @param by for whom; left out: for a reader, and as an export once it has become a long list.
 */
export function sideOf(indexer: Indexer, by?: RequestClass): Side {
  let calls = 0
  return {
    label: indexer.label,
    async ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
      calls++
      const urgency = urgencyOf(by ?? (calls <= FIRST_CALLS ? 'interactive' : 'export'))
      // Whoever waits for the first answer learns at once that there is none; what has been begun is worth a pause.
      const until = clock().monotonic() + (by || calls === 1 ? 0 : PATIENCE_MS)
      for (;;) {
        try {
          const deadline = clock().monotonic() + limits().totalMs
          return (await load(indexer, method, params, deadline, urgency)).result
        } catch (error) {
          if (!(error instanceof RpcError)) throw error
          const { retryable, retryAfterMs = 1_000 } = toProblem(error.failure)
          if (!retryable || clock().monotonic() + retryAfterMs > until) throw error
          await sleep(retryAfterMs)
        }
      }
    },
  }
}
