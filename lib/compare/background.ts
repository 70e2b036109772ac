import 'server-only'
import type { Degradation } from '../api/status'
import { clock } from '../platform/clock'
import { errorClass, log } from '../platform/log'
import { once } from '../platform/once'
import { reportDisagreements } from '../status/operations/degradations'
import { canariesOf, type Indexer, indexersOf, type Network, networks } from '../upstream/networks/networks'
import { compare } from './compare'
import { HeldRows, proveFor, sideOf } from './comparisons'
import { type Comparison, type Difference, identityOfDifference, type Pair, type SideIndex } from './contract'
import { differencesInWords } from './summary'

/* Compares CANARY owners' lists: two alike differences in a row make an indexer `degraded`. Issue 28, part 2. */

/** Milliseconds between checks, and until a new finding is checked again. */
const EVERY_MS = 300_000
const CONFIRM_MS = 60_000

/** Per list and side: 10,000 rows. */
const MAX_CHUNKS = 10

const READERS = { peer: 'checks', isAnyWaiting: true }

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

export function startComparisons(): void {
  for (const network of networks()) {
    if (indexersOf(network).length > 1 && ownersOf(network).length > 0) schedule(network, CONFIRM_MS)
  }
}

export function endComparisons(): void {
  for (const cancel of timers().values()) cancel()
  timers().clear()
}

function schedule(network: Network, inMs: number): void {
  const cancel = clock().after(inMs, () => {
    compareConfigured(network)
      .catch((error: unknown) => log('error', 'comparing indexers failed', { error: errorClass(error) }))
      // Unless stopped meanwhile.
      .finally(() => timers().has(network) && schedule(network, hasNew(network) ? CONFIRM_MS : EVERY_MS))
  })
  timers().set(network, cancel)
}

export async function compareConfigured(network: Network): Promise<void> {
  const state = stateOf(network)
  const [first, ...others] = indexersOf(network)
  for (const other of others) {
    for (const owner of ownersOf(network)) {
      const pair = [first, other] as const
      const room = new HeldRows(READERS)
      const sides = [sideOf(first, room, { by: 'export' }), sideOf(other, room, { by: 'export' })] as const
      const options = { prove: proveFor(network), mostChunks: MAX_CHUNKS, room }
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

/** A reorg or a moment between two answers can make one comparison differ, but not two in a row alike. */
function afterCheck(before: CheckedPair | undefined, { verdict, differences }: Comparison): CheckedPair {
  if (verdict === 'not_compared') return before ?? { last: new Map(), confirmed: [] }
  const last = new Map(differences.map((each) => [identityOfDifference(each), each]))
  return { last, confirmed: [...last].flatMap(([identity, each]) => (before?.last.has(identity) ? each : [])) }
}

/** An indexer is `degraded` where another one disagrees with it and nothing proves it right. */
function disagreementsOf(indexer: Indexer): Degradation[] {
  const found = [...stateOf(indexer.network).found.values()]
  return found.flatMap(({ pair: [one, other], checked: { confirmed }, comparison }): Degradation[] => {
    const wrong = wrongSide(confirmed)
    const isRight = wrong !== null && indexer === [other, one][wrong]
    if (isRight || confirmed.length === 0 || (indexer !== one && indexer !== other)) return []
    const differing = { differences: [...confirmed], differencesFound: confirmed.length }
    const text = differencesInWords({ ...comparison, ...differing })
    return [{ kind: 'disagrees', indexers: [one.label, other.label], text }]
  })
}

/** The side that is wrong in all of them, by hashes or by its own answer; null: either may be. */
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

export function comparedNetwork(network: Network) {
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
