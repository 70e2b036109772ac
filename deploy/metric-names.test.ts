import { describe, expect, test } from 'vitest'
import { usedMetrics } from '@/lib/testing/deploy/used-metrics'
import { reportOf } from '../lib/indexer/ingest/report'
import { CatchUp } from '../lib/indexer/ledger/catch-up'
import { createProgress } from '../lib/indexer/ledger/follow'
import { metricsText, RequestCounts } from '../lib/indexer/metrics'
import { openSqlite } from '../lib/indexer/store/sqlite/open'
import { metrics } from '../lib/server/metrics/metrics'

/* The quick half of metrics.slow.test.ts: names only, without a process. */

const text = await metricsText({
  store: openSqlite(':memory:', { ledger: 'none', programIds: {} }),
  file: '',
  tip: 0,
  slotsSinceStored: () => 0,
  reachable: true,
  role: 'writer',
  report: reportOf(createProgress(), {}, new CatchUp({ monotonic: () => 0 })),
  requests: new RequestCounts(),
  sound: true,
  check: { progress: null, hashes: { matches: 0, differs: 0, cannot_tell: 0 }, leaves: null },
})
const families = [...metrics().names(), ...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)]
const names = new Set(families.flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]))

describe('metrics that rules and dashboard name', () => {
  test.each(usedMetrics())('$where: exist', ({ selectors }) => {
    for (const { metric } of selectors) expect(names).toContain(metric)
  })
})
