import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CatchUp } from './ledger/catch-up'
import { noProgress } from './ledger/follow'
import { metricsText, RequestCounts } from './metrics'
import { applyBlocks } from './store/apply'
import { openStore } from './store/open'

test('tells slot, lag, what was taken in, how long storing took, and the log beside the store', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-metrics-'))
  const file = path.join(folder, 'store.sqlite')
  const store = openStore(file, { ledger: 'test', programIds: {} })
  try {
    applyBlocks(store, [{ slot: 7, blockTime: 1, transactions: [] }])
    const progress = { ...noProgress(), blocks: 3, undone: 4, transactions: 2, undecodable: 1 }
    progress.commits.observe(0.02)
    progress.commits.observe(20)
    const requests = new RequestCounts()
    requests.count('getIndexerSlot', 'ok')
    requests.count('getIndexerSlot', 'ok')
    const text = metricsText({ store, file, tip: 12, catchUp: new CatchUp({ now: () => 0 }), progress, requests })
    const values = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(values.filter((line) => !/wal_size|bucket/.test(line))).toEqual([
      'explorer_ingest_blocks_total{result="indexed"} 3',
      'explorer_ingest_blocks_total{result="rolled_back"} 4',
      'explorer_ingest_contiguous_slot 7',
      'explorer_ingest_lag_slots 5',
      'explorer_ingest_transactions_total 2',
      'explorer_ingest_undecodable_total 1',
      'explorer_store_commit_duration_seconds_sum 20.02',
      'explorer_store_commit_duration_seconds_count 2',
      'explorer_store_writable 1',
      'explorer_rpc_requests_total{method="getIndexerSlot",outcome="ok"} 2',
    ])
    expect(text).toContain('explorer_store_commit_duration_seconds_bucket{le="0.01"} 0\n')
    expect(text).toContain('explorer_store_commit_duration_seconds_bucket{le="0.025"} 1\n')
    expect(text).toContain('explorer_store_commit_duration_seconds_bucket{le="10"} 1\n')
    expect(text).toContain('explorer_store_commit_duration_seconds_bucket{le="+Inf"} 2\n')
    expect(Number(/^explorer_store_wal_size_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  } finally {
    store.close()
    fs.rmSync(folder, { recursive: true })
  }
})
