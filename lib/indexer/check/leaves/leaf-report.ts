import { base58 } from '@scure/base'
import type { Hole } from './leaf-ranges'
import type { WalkedLeaves, WalkedTree } from './leaf-walk'
import type { Provable } from './provable'
import type { RemovedLeaves } from './removed-leaves'

/*
 * What a walk says about a store, as plain values: it is sent from one process to another.
 */

/** Ways in which leaf indices are wrong. `not on the chain`: the chain has not given them out. */
export const LEAF_PROBLEMS = ['missing', 'repeated', 'not on the chain'] as const

/** A range of leaf indices of one tree that are wrong in the same way. */
export interface LeafProblem {
  kind: (typeof LEAF_PROBLEMS)[number]
  /** Base58. */
  tree: string
  from: number
  to: number
  /** The slot of the nearest stored leaf below, and above; null where there is none. Of a repeated one, that of the later row. */
  slotBefore: number | null
  slotAfter: number | null
}

/** The leaves of one tree. */
export interface TreeReport {
  /** Base58. */
  tree: string
  /** The first one known, and the last one stored. */
  first: number
  last: number
  /** How many indices are wrong, by how. */
  wrong: Record<LeafProblem['kind'], number>
}

/** Each state tree's next leaf index as the chain says, and as of which slot; by the tree's address in base58. */
export interface ChainLeaves {
  slot: number
  next: ReadonlyMap<string, number>
}

/** What a walk over the whole store has found. */
export interface LeafReport {
  /** The slot that the store had reached. */
  slot: number
  trees: TreeReport[]
  /** The first of each tree; `trees` counts all. */
  problems: LeafProblem[]
  removed: RemovedLeaves[]
  /** The slot as of which the chain's own numbers were compared; null where they were not. */
  comparedAt: number | null
  /** Why they were not; null where they were, and where there is no chain to compare with. */
  notCompared: string | null
}

/** How many leaf indices of a tree are wrong. */
export function wrongLeaves({ wrong }: TreeReport): number {
  return LEAF_PROBLEMS.reduce((sum, kind) => sum + wrong[kind], 0)
}

/** Problems of a tree that are named. */
const NAMED = 5

/** What the walk has found. @param chain the numbers of the slot that the walk was ended for. */
export function leafReport(
  { slot, trees, removed }: WalkedLeaves,
  provable: Exclude<Provable, { kind: 'nothing' }>,
  chain: ChainLeaves | null,
): LeafReport {
  const report: LeafReport = {
    slot,
    trees: [],
    problems: [],
    removed,
    comparedAt: chain?.slot ?? null,
    notCompared: null,
  }
  for (const walked of trees) {
    const tree = base58.encode(walked.tree)
    const { earlierMissing, repeatedLeaves } = walked.ranges
    const wrong: TreeReport['wrong'] = { missing: earlierMissing, repeated: repeatedLeaves, 'not on the chain': 0 }
    let named = 0
    for (const problem of problemsOf(tree, walked, { provable, removed, chain })) {
      if (problem.kind !== 'repeated') wrong[problem.kind] += problem.to - problem.from + 1
      if (named++ < NAMED) report.problems.push(problem)
    }
    const [first, last] = [walked.ranges.lowest()?.from ?? 0, walked.ranges.highest()?.to ?? 0]
    report.trees.push({ tree, first, last, wrong })
  }
  return report
}

interface KnownLeaves {
  provable: Provable
  removed: RemovedLeaves[]
  chain: ChainLeaves | null
}

function* problemsOf(
  tree: string,
  walked: WalkedTree,
  { provable, removed, chain }: KnownLeaves,
): Generator<LeafProblem> {
  const { ranges, nextAt } = walked
  const byDesign = removed.find((range) => range.tree === tree)
  for (const hole of ranges.holes(provable.kind === 'sandbox' ? 0 : null)) {
    for (const { from, to } of without(hole, byDesign)) {
      const [slotBefore, slotAfter] = [hole.before?.toSlot ?? null, hole.after.fromSlot]
      yield { kind: 'missing', tree, from, to, slotBefore, slotAfter }
    }
  }
  for (const { from, to, fromSlot, toSlot } of ranges.repeated) {
    yield { kind: 'repeated', tree, from, to, slotBefore: fromSlot, slotAfter: toSlot }
  }
  const next = chain?.next.get(tree)
  if (next === undefined || nextAt === null || next === nextAt) return
  const [from, to] = [Math.min(next, nextAt), Math.max(next, nextAt) - 1]
  const slotBefore = ranges.highest()?.toSlot ?? null
  yield { kind: next > nextAt ? 'missing' : 'not on the chain', tree, from, to, slotBefore, slotAfter: null }
}

/** What is left of a range without another one. */
function without(range: Pick<Hole, 'from' | 'to'>, removed: RemovedLeaves | undefined): { from: number; to: number }[] {
  const { from, to } = range
  if (!removed || removed.to < from || removed.from > to) return [{ from, to }]
  return [
    ...(from < removed.from ? [{ from, to: removed.from - 1 }] : []),
    ...(removed.to < to ? [{ from: removed.to + 1, to }] : []),
  ]
}
