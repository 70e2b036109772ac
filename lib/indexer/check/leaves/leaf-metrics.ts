import type { MetricFamilies } from '@/lib/platform/metric-families'
import { countWrongLeaves, LEAF_PROBLEMS, type LeafReport } from './leaf-report'

/** Bounds the number of time series, since anyone can create trees. Trees with problems come first. */
const LISTED_TREES = 50
const NAMED_PLACES = 20

export interface LeafWalks {
  report: LeafReport | null
  /** Unix seconds: end of the last walk; before the first one, when walking began. */
  walkedAt: number
}

export function addLeafMetrics(families: MetricFamilies, walk: LeafWalks | null): void {
  const { trees = [], problems = [], comparedAt = null, notCompared = null } = walk?.report ?? {}
  const listed = trees.toSorted((a, b) => Number(countWrongLeaves(b) > 0) - Number(countWrongLeaves(a) > 0))
  const named = (kind: string) => kind.replaceAll(' ', '_')
  families.gauge(
    'leafscan_store_leaf_walk_timestamp_seconds',
    'When the last walk over all leaf indices ended, or the first began.',
    () => (walk === null ? [] : [{ value: walk.walkedAt }]),
  )
  families.gauge(
    'leafscan_store_leaves_compared',
    '1 where it compared with the next leaf indices on the chain.',
    () => (comparedAt === null && notCompared === null ? [] : [{ value: Number(comparedAt !== null) }]),
  )
  families.gauge('leafscan_store_wrong_leaves', 'Leaf indices that are missing, repeated or not on the chain.', () =>
    listed
      .slice(0, LISTED_TREES)
      .flatMap(({ tree, wrong }) =>
        LEAF_PROBLEMS.map((kind) => ({ labels: { tree, kind: named(kind) }, value: wrong[kind] })),
      ),
  )
  families.gauge(
    'leafscan_store_wrong_leaves_info',
    'Where they are: how many, from which to which, in which slots.',
    () =>
      problems.slice(0, NAMED_PLACES).map(({ kind, tree, from, to, slotBefore, slotAfter }) => ({
        labels: {
          ...{ tree, kind: named(kind), from: String(from), to: String(to) },
          slot_before: String(slotBefore ?? ''),
          slot_after: String(slotAfter ?? ''),
        },
        value: to - from + 1,
      })),
  )
}
