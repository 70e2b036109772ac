import { expect, it } from 'vitest'
import { MetricFamilies } from '@/lib/platform/metric-families'
import { addLeafMetrics } from './leaf-metrics'
import type { LeafProblem, LeafReport, TreeReport } from './leaf-report'

const NONE: TreeReport['wrong'] = { missing: 0, repeated: 0, 'not on the chain': 0 }

const REPORT: LeafReport = {
  ...{ slot: 90, trees: [], problems: [], removed: [], comparedAt: null, notCompared: null },
}

function values(report: LeafReport | null, walks = true): string[] {
  const families = new MetricFamilies()
  addLeafMetrics(families, walks ? { report, walkedAt: 1_700_000_000 } : null)
  return families
    .text()
    .split('\n')
    .filter((line) => line !== '' && !/^(#|explorer_)/.test(line))
}

it('says how many leaf indices of each tree are wrong, where, and when that was found', () => {
  const trees = [
    { tree: 'A', first: 0, last: 9, wrong: NONE },
    { tree: 'B', first: 4, last: 9, wrong: { ...NONE, missing: 2, 'not on the chain': 1 } },
  ]
  const problems: LeafProblem[] = [
    { kind: 'missing', tree: 'B', from: 5, to: 6, slotBefore: 70, slotAfter: 72 },
    { kind: 'not on the chain', tree: 'B', from: 9, to: 9, slotBefore: 80, slotAfter: null },
  ]
  expect(values({ ...REPORT, trees, problems, comparedAt: 88 })).toEqual([
    'leafscan_store_leaf_walk_timestamp_seconds 1700000000',
    'leafscan_store_leaves_compared 1',
    'leafscan_store_wrong_leaves{tree="B",kind="missing"} 2',
    'leafscan_store_wrong_leaves{tree="B",kind="repeated"} 0',
    'leafscan_store_wrong_leaves{tree="B",kind="not_on_the_chain"} 1',
    'leafscan_store_wrong_leaves{tree="A",kind="missing"} 0',
    'leafscan_store_wrong_leaves{tree="A",kind="repeated"} 0',
    'leafscan_store_wrong_leaves{tree="A",kind="not_on_the_chain"} 0',
    'leafscan_store_wrong_leaves_info{tree="B",kind="missing",from="5",to="6",slot_before="70",slot_after="72"} 2',
    'leafscan_store_wrong_leaves_info{tree="B",kind="not_on_the_chain",from="9",to="9",slot_before="80",slot_after=""} 1',
  ])
})

it('says only when walks began before the first has ended, nothing where there are none, and has no more series than a few for whatever trees there are', () => {
  expect(values(null, false)).toEqual([])
  expect(values(null)).toEqual(['leafscan_store_leaf_walk_timestamp_seconds 1700000000'])
  expect(values({ ...REPORT, notCompared: 'no node' })).toContain('leafscan_store_leaves_compared 0')
  const trees = Array.from({ length: 500 }, (_, n) => ({ tree: `T${n}`, first: 0, last: 9, wrong: NONE }))
  const problems = trees.map(({ tree }): LeafProblem => ({ ...MISSING, tree }))
  expect(values({ ...REPORT, trees, problems })).toHaveLength(1 + 50 * 3 + 20)
})

const MISSING = { kind: 'missing', from: 5, to: 5, slotBefore: 1, slotAfter: 2 } as const
