import type { Chain } from './handlers/handler'
import type { Progress } from './ledger/follow'
import { slotReached } from './store/apply'
import type { Store } from './store/open'

/** Counts of answered requests, by method and outcome. */
export class RequestCounts {
  private readonly counts = new Map<string, number>()

  count(method: string, outcome: string): void {
    const labels = `method="${method}",outcome="${outcome}"`
    this.counts.set(labels, (this.counts.get(labels) ?? 0) + 1)
  }

  lines(): string[] {
    return [...this.counts].map(([labels, value]) => `leafscan_indexer_requests_total{${labels}} ${value}`)
  }
}

/** The indexer's Prometheus text. design.md 4.2, METRICS_PORT. */
export function metricsText(store: Store, chain: Chain, progress: Progress, requests: RequestCounts): string {
  const slot = slotReached(store)
  return `${[
    '# TYPE leafscan_indexer_slot gauge',
    `leafscan_indexer_slot ${slot}`,
    '# TYPE leafscan_indexer_lag_slots gauge',
    `leafscan_indexer_lag_slots ${Math.max(0, chain.tip() - slot)}`,
    '# TYPE leafscan_indexer_blocks_total counter',
    `leafscan_indexer_blocks_total ${progress.blocks}`,
    '# TYPE leafscan_indexer_transactions_total counter',
    `leafscan_indexer_transactions_total ${progress.transactions}`,
    '# TYPE leafscan_indexer_undecodable_total counter',
    `leafscan_indexer_undecodable_total ${progress.undecodable}`,
    '# TYPE leafscan_indexer_requests_total counter',
    ...requests.lines(),
  ].join('\n')}\n`
}
