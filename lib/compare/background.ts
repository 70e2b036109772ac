import 'server-only'
import type { Degradation } from '../api/status'
import { clock } from '../platform/clock'
import { errorClass, log } from '../platform/log'
import { once } from '../platform/once'
import { reportDisagreements } from '../status/operations/degradations'
import { canariesOf, type Indexer, indexersOf, type Network, networks } from '../upstream/networks/networks'
import { compare } from './compare'
import { cachelessSide, HeldRows, rowProver } from './comparisons'
import { type Comparison, type Difference, differenceKey, type Pair, type SideIndex } from './contract'
import { differencesText } from './summary'

/* Compares CANARY owners' lists: the same difference twice in succession makes an indexer `degraded`. Issue 28, part 2. */

/** Milliseconds between checks, and until a new finding is checked again. */
const CHECK_INTERVAL_MS = 300_000
const CONFIRM_MS = 60_000

/** Per list and side: 10,000 rows. */
const MAX_CHUNKS = 10

const CHECK_CLIENTS = { peer: 'checks', isAnyWaiting: true }

interface CheckedPair {
  last: ReadonlyMap<string, Difference>
  confirmed: readonly Difference[]
}

interface State {
  comparedMs: number | null
  found: Map<string, { pair: Pair<Indexer>; checked: CheckedPair; comparison: Comparison }>
}

const states = once('background comparisons', () => new Map<Network, State>())

const timers = once('background comparison timers', () => new Map<Network, () => void>())

export function startComparing(): void {
  for (const network of networks()) {
    if (indexersOf(network).length > 1 && ownersOf(network).length > 0) schedule(network, CONFIRM_MS)
  }
}

export function stopComparing(): void {
  for (const cancel of timers().values()) cancel()
  timers().clear()
}

function schedule(network: Network, inMs: number): void {
  const cancel = clock().after(inMs, () => {
    compareCanaryOwners(network)
      .catch((error: unknown) => log('error', 'comparing indexers failed', { error: errorClass(error) }))
      // The map has no entry once stopComparing() ran.
      .finally(() => timers().has(network) && schedule(network, hasNew(network) ? CONFIRM_MS : CHECK_INTERVAL_MS))
  })
  timers().set(network, cancel)
}

export async function compareCanaryOwners(network: Network): Promise<void> {
  const state = stateOf(network)
  const [first, ...others] = indexersOf(network)
  for (const other of others) {
    for (const owner of ownersOf(network)) {
      const pair = [first, other] as const
      const room = new HeldRows(CHECK_CLIENTS)
      const sides = [
        cachelessSide(first, room, { by: 'export' }),
        cachelessSide(other, room, { by: 'export' }),
      ] as const
      const options = { prove: rowProver(network), mostChunks: MAX_CHUNKS, room }
      const comparison = await compare(sides, { what: 'owner', owner }, options).finally(() => room.leave())
      // Rows that were not read don't change the previous result.
      if (room.wasFull) continue
      const key = `${other.label} ${owner}`
      const checked = afterCheck(state.found.get(key)?.checked, comparison)
      // A failed comparison keeps the previous result.
      const isCompared = comparison.verdict !== 'not_compared'
      if (isCompared || !state.found.has(key)) state.found.set(key, { pair, checked, comparison })
      if (isCompared) state.comparedMs = clock().wall()
      for (const indexer of pair) reportDisagreements(indexer, disagreementsOf(indexer))
    }
  }
}

/** A reorg or the time between two answers can cause a difference once, but not the same one twice in succession. */
function afterCheck(before: CheckedPair | undefined, { verdict, differences }: Comparison): CheckedPair {
  if (verdict === 'not_compared') return before ?? { last: new Map(), confirmed: [] }
  const last = new Map(differences.map((each) => [differenceKey(each), each]))
  return { last, confirmed: [...last].flatMap(([identity, each]) => (before?.last.has(identity) ? each : [])) }
}

/** An indexer is `degraded` if another one disagrees and no proof shows that the other is wrong. */
function disagreementsOf(indexer: Indexer): Degradation[] {
  const found = [...stateOf(indexer.network).found.values()]
  return found.flatMap(({ pair: [one, other], checked: { confirmed }, comparison }): Degradation[] => {
    const wrong = wrongSide(confirmed)
    const isRight = wrong !== null && indexer === [other, one][wrong]
    if (isRight || confirmed.length === 0 || (indexer !== one && indexer !== other)) return []
    const differing = { differences: [...confirmed], differencesFound: confirmed.length }
    const text = differencesText({ ...comparison, ...differing })
    return [{ kind: 'disagrees', indexers: [one.label, other.label], text }]
  })
}

/** The side that hashes or its own answers prove wrong in all differences; null: either may be wrong. */
function wrongSide(differences: readonly Difference[]): SideIndex | null {
  const wrong = new Set(
    differences.map((each) => {
      if (each.kind === 'duplicate') return each.on
      if (each.kind === 'answer' || each.right === null) return null
      return each.right === 0 ? 1 : 0
    }),
  )
  const [only] = wrong
  return wrong.size === 1 ? (only ?? null) : null
}

export function comparisonState(network: Network) {
  if (indexersOf(network).length < 2 || ownersOf(network).length === 0) return null
  const { comparedMs, found } = stateOf(network)
  const confirmed = [...found.values()].reduce((sum, { checked }) => sum + checked.confirmed.length, 0)
  return { comparedMs, confirmed }
}

function hasNew(network: Network): boolean {
  return [...stateOf(network).found.values()].some(({ checked }) => checked.last.size > checked.confirmed.length)
}

function stateOf(network: Network): State {
  const state = states().get(network) ?? { comparedMs: null, found: new Map() }
  states().set(network, state)
  return state
}

function ownersOf(network: Network): string[] {
  return canariesOf(network).flatMap(({ subject, value }) => (subject === 'owner' ? [value] : []))
}
