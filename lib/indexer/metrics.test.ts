import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { folderOfTest } from '@/lib/testing/of-test'
import { reportOf } from './ingest/report'
import { CatchUp } from './ledger/catch-up'
import { createProgress } from './ledger/follow'
import { metricsText, RequestCounts } from './metrics'
import { applyBlocks } from './store/apply'
import { openSqlite } from './store/sqlite/open'

const steady = { slotsSinceStored: () => 0, reachable: true }

test('tells slot, lag, what was taken in, how long storing took, and the log beside the store', async () => {
  const file = path.join(folderOfTest(), 'store.sqlite')
  const store = openSqlite(file, { ledger: 'test', programIds: {} })
  await applyBlocks(store, [{ slot: 7, blockTime: 1, transactions: [] }])
  const hashes = { matches: 9, differs: 1, cannot_tell: 0 }
  const check = { progress: 0.5, hashes: { matches: 8, differs: 0, cannot_tell: 2 }, leaves: null }
  const progress = { ...createProgress(), hashes, blocks: 3, undone: 4, skipped: 5, transactions: 2, undecodable: 1 }
  progress.commits.observe(0.02)
  progress.commits.observe(20)
  progress.forkDepths.observe(31)
  Object.assign(progress.spent.seconds, { waiting: 8, reading: 4, decoding: 2, writing: 1 })
  const requests = new RequestCounts()
  requests.count('getIndexerSlot', 'ok')
  requests.count('getIndexerSlot', 'ok')
  const catchUp = new CatchUp({ monotonic: () => 0 })
  const report = reportOf(
    progress,
    { anomalies: { misfits: 6, forks: 0 }, stall: () => ({ why: '', seconds: 75 }) },
    catchUp,
  )
  const text = await metricsText({
    store,
    file,
    tip: 12,
    ...steady,
    role: 'writer',
    report,
    requests,
    sound: true,
    check,
  })
  const values = text.split('\n').filter((line) => line !== '' && !/^(#|explorer_)/.test(line))
  expect(values.filter((line) => !/wal_size|bucket/.test(line))).toEqual([
    'leafscan_ingest_writer 1',
    'leafscan_ingest_contiguous_slot 7',
    'leafscan_ingest_lag_slots 5',
    'leafscan_ingest_blocks_total{result="indexed"} 3',
    'leafscan_ingest_blocks_total{result="skipped"} 5',
    'leafscan_ingest_blocks_total{result="retried"} 6',
    'leafscan_ingest_blocks_total{result="rolled_back"} 4',
    'leafscan_ingest_standing_seconds 75',
    'leafscan_ingest_reorg_depth_slots_sum 31',
    'leafscan_ingest_reorg_depth_slots_count 1',
    'leafscan_ingest_seconds_total{part="waiting"} 8',
    'leafscan_ingest_seconds_total{part="reading"} 4',
    'leafscan_ingest_seconds_total{part="decoding"} 2',
    'leafscan_ingest_seconds_total{part="writing"} 1',
    'leafscan_ingest_transactions_total 2',
    'leafscan_ingest_undecodable_total 1',
    'leafscan_ingest_hashes_total{result="matches"} 9',
    'leafscan_ingest_hashes_total{result="differs"} 1',
    'leafscan_ingest_hashes_total{result="cannot_tell"} 0',
    'leafscan_store_commit_duration_seconds_sum 20.02',
    'leafscan_store_commit_duration_seconds_count 2',
    'leafscan_store_writable 1',
    'leafscan_store_reachable 1',
    'leafscan_store_integrity_ok 1',
    'leafscan_store_check_progress_ratio 0.5',
    'leafscan_store_hashes_total{result="matches"} 8',
    'leafscan_store_hashes_total{result="differs"} 0',
    'leafscan_store_hashes_total{result="cannot_tell"} 2',
    'leafscan_rpc_requests_total{method="getIndexerSlot",outcome="ok"} 2',
  ])
  expect(text).toContain('leafscan_ingest_reorg_depth_slots_bucket{le="16"} 0\n')
  expect(text).toContain('leafscan_ingest_reorg_depth_slots_bucket{le="32"} 1\n')
  expect(text).toContain('leafscan_store_commit_duration_seconds_bucket{le="0.01"} 0\n')
  expect(text).toContain('leafscan_store_commit_duration_seconds_bucket{le="0.025"} 1\n')
  expect(text).toContain('leafscan_store_commit_duration_seconds_bucket{le="10"} 1\n')
  expect(text).toContain('leafscan_store_commit_duration_seconds_bucket{le="+Inf"} 2\n')
  const unknown = { sound: null, check: { ...check, progress: null } }
  const reading = { store, file: null, tip: 12, role: 'reader', report: null, requests, ...unknown } as const
  const read = await metricsText({ ...reading, slotsSinceStored: () => 30, reachable: true })
  expect(read.split('\n').filter((line) => line !== '' && !/^(#|explorer_)/.test(line))).toEqual([
    'leafscan_ingest_writer 0',
    'leafscan_ingest_contiguous_slot 7',
    'leafscan_ingest_lag_slots 30',
    'leafscan_store_reachable 1',
    'leafscan_store_hashes_total{result="matches"} 8',
    'leafscan_store_hashes_total{result="differs"} 0',
    'leafscan_store_hashes_total{result="cannot_tell"} 2',
    'leafscan_rpc_requests_total{method="getIndexerSlot",outcome="ok"} 2',
  ])
  // Not requested again: a store that is away may block a scrape.
  const requested = vi.spyOn(store, 'get')
  const away = await metricsText({ ...reading, ...steady, reachable: false })
  expect(requested).not.toHaveBeenCalled()
  expect(away).toContain('\nleafscan_store_reachable 0\n')
  expect(away).not.toMatch(/^leafscan_ingest_(contiguous|lag)/m)
  expect(Number(/^leafscan_store_wal_size_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  await store.close()
})
