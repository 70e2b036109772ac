import { base58 } from '@scure/base'
import type { Hole } from './leaf-ranges'
import type { WalkedLeaves, WalkedTree } from './leaf-walk'
import type { ProvableLeaves } from './provable'
import type { RemovedLeaves } from './removed-leaves'

/* Plain values, since reports are sent between threads. */

/** `not on the chain`: leaf indices that the chain has not assigned. */
export const LEAF_PROBLEMS = ['missing', 'repeated', 'not on the chain'] as const

export interface LeafProblem {
  kind: (typeof LEAF_PROBLEMS)[number]
  /** Base58. */
  tree: string
  from: number
  to: number
  /** Slots of the nearest stored leaves; null: none. For `repeated`, that of the later row. */
  slotBefore: number | null
  slotAfter: number | null
}

export interface TreeReport {
  /** Base58. */
  tree: string
  first: number
  last: number
  wrong: Record<LeafProblem['kind'], number>
}

/** Next leaf indices by tree (base58), all as of one slot. */
export interface ChainLeaves {
  slot: number
  next: ReadonlyMap<string, number>
}

export interface LeafReport {
  slot: number
  trees: TreeReport[]
  problems: LeafProblem[]
  removed: RemovedLeaves[]
  /** Slot of the comparison with the chain; null: not compared. */
  comparedAt: number | null
  /** Why not; null: compared, or there is no chain. */
  notCompared: string | null
}

export function countWrongLeaves({ wrong }: TreeReport): number {
  return LEAF_PROBLEMS.reduce((sum, kind) => sum + wrong[kind], 0)
}

const NAMED = 5

export function createLeafReport(
  { slot, trees, removed }: WalkedLeaves,
  provable: Exclude<ProvableLeaves, { kind: 'nothing' }>,
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
  provable: ProvableLeaves
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

function without(range: Pick<Hole, 'from' | 'to'>, removed: RemovedLeaves | undefined): { from: number; to: number }[] {
  const { from, to } = range
  if (!removed || removed.to < from || removed.from > to) return [{ from, to }]
  return [
    ...(from < removed.from ? [{ from, to: removed.from - 1 }] : []),
    ...(removed.to < to ? [{ from: removed.to + 1, to }] : []),
  ]
}
