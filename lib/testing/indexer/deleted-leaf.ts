import { expect } from 'vitest'
import { keepWalking } from '@/lib/indexer/check/keep-walking'
import { addLeaves } from '@/lib/indexer/check/leaves/leaf-metrics'
import type { LeafReport } from '@/lib/indexer/check/leaves/leaf-report'
import type { Store } from '@/lib/indexer/store/store'
import { Families } from '@/lib/platform/metric-families'
import { clockOf } from '../clock'
import { leafTree } from './leaf-chain'

/**
 * Deletes the first row of a store that fillWithLeaves() made, right after the background walk has passed it, which is the
 * worst moment. Returns the virtual seconds until the metric named it, and what walks had found before.
 */
export async function secondsUntilNamed(store: Store): Promise<{ seconds: number; before: LeafReport[] }> {
  const stop = new AbortController()
  const reports: LeafReport[] = []
  let now = 0
  let deletedAt: number | null = null
  await keepWalking({
    store,
    provable: { kind: 'chain' },
    ask: null,
    report(message) {
      if (message.kind !== 'leaves') throw new Error(JSON.stringify(message))
      reports.push(message.report)
      if (message.report.problems.length > 0) stop.abort()
    },
    clock: clockOf(
      () => now,
      async (ms) => {
        now += ms
        if (reports.length !== 1 || deletedAt !== null || ms === 600_000) return
        deletedAt = now
        await store.run('DELETE FROM accounts WHERE leaf_index = 5 AND tree_id = 2')
      },
    ),
    signal: stop.signal,
  })
  const last = reports.pop()
  const families = new Families()
  addLeaves(families, last ? { report: last, walkedAt: 0 } : null)
  const labels = `tree="${leafTree(1)}",kind="missing",from="5",to="5",slot_before="1",slot_after="2"`
  expect(families.text()).toContain(`explorer_store_wrong_leaves_info{${labels}} 1\n`)
  return { seconds: (now - (deletedAt ?? Number.NaN)) / 1000, before: reports }
}
