import fs from 'node:fs'
import { MetricFamilies, type MetricSeries } from '@/lib/platform/metric-families'
import { addLeafMetrics } from './check/leaves/leaf-metrics'
import type { CheckReport } from './check/store-check'
import type { IngestReport, Role } from './ingest/report'
import type { SpentSeconds } from './ledger/spent'
import { slotReached } from './store/apply'
import type { Store } from './store/store'

export class RequestCounts {
  readonly #counts = new Map<string, MetricSeries>()

  /** Both from bounded lists: each pair is a time series. */
  count(method: string, outcome: string): void {
    const key = `${method} ${outcome}`
    const known = this.#counts.get(key) ?? { labels: { method, outcome }, value: 0 }
    known.value++
    this.#counts.set(key, known)
  }

  series(): Iterable<MetricSeries> {
    return this.#counts.values()
  }
}

export interface MetricsInput {
  /** Null between a chain and its replacement. */
  store: Store | null
  /** Null: a store on a server. */
  file: string | null
  /** Highest slot of the ledger; null: unknown. */
  tip: number | null
  /** Slots that the ledger gained since the store reached `slot`, if the tip cannot show them. */
  slotsSinceStored(slot: number): number
  reachable: boolean
  role: Role
  /** Null: this process does not ingest. */
  report: IngestReport | null
  requests: RequestCounts
  /** False: damaged; null: not fully checked. */
  sound: boolean | null
  check: CheckReport
  /** Null: the ledger cannot be replaced. */
  replacements?: number | null
}

/** Names: facts/reliability.md (f). */
export async function metricsText(measured: MetricsInput): Promise<string> {
  const { store, file, tip, slotsSinceStored, role, report, requests, sound, check, replacements = null } = measured
  // An unavailable database must not delay its own report.
  const slot = store && measured.reachable ? await slotReached(store).catch(() => null) : null
  const reachable = store && measured.reachable && slot !== null
  const lag = tip === null || slot === null ? null : Math.max(0, tip - slot, slotsSinceStored(slot))
  const families = new MetricFamilies()
  const gauge = (name: string, help: string, value: number | null) => families.gauge(name, help, () => known(value))
  const counter = (name: string, help: string, series: Iterable<MetricSeries>) =>
    families.counter(name, help, () => series)
  gauge(
    'leafscan_ingest_writer',
    '1 while this process writes the store, 0 while it only serves.',
    Number(role === 'writer'),
  )
  gauge('leafscan_ingest_contiguous_slot', 'Slot up to which everything is stored.', slot)
  gauge('leafscan_ingest_lag_slots', 'Slots between it and the tip of the ledger.', lag)
  const replaced = 'Times that the followed chain was replaced by another one.'
  counter('leafscan_ingest_chain_replacements_total', replaced, known(replacements))
  if (report !== null) {
    counter('leafscan_ingest_blocks_total', 'Slots and blocks since the start, by outcome.', [
      ...by('result', { indexed: report.blocks, skipped: report.skipped }),
      ...(report.retried === null ? [] : by('result', { retried: report.retried })),
      ...by('result', { rolled_back: report.undone }),
    ])
    const aside = 'Nodes of LEDGER on another chain, which are left aside.'
    gauge('leafscan_ingest_nodes_aside', aside, report.nodesAside)
    const standing = 'Seconds without a block although the chain goes on; 0 while blocks come.'
    gauge('leafscan_ingest_standing_seconds', standing, report.stalledSeconds)
    const depths = [{ histogram: report.forkDepths }]
    families.histogram('leafscan_ingest_reorg_depth_slots', 'Slots rolled back by forks.', () => depths)
    counter('leafscan_ingest_seconds_total', 'Ingestion time, by activity.', by('part', report.spent))
    const speed = 'Slots stored per second, over the last half minute.'
    gauge('leafscan_ingest_slots_per_second', speed, report.slotsPerSecond)
    const left = 'Seconds to reach the tip of the ledger at the current speed.'
    gauge('leafscan_ingest_catch_up_seconds', left, report.secondsLeft)
    const stored = 'Compression transactions stored since the start.'
    counter('leafscan_ingest_transactions_total', stored, known(report.transactions))
    const undecodable = 'Events and transactions skipped because they did not decode.'
    counter('leafscan_ingest_undecodable_total', undecodable, known(report.undecodable))
    const hashes = 'New accounts whose hashes were recomputed.'
    counter('leafscan_ingest_hashes_total', hashes, by('result', report.hashes))
    const commits = [{ histogram: report.commits }]
    families.histogram('leafscan_store_commit_duration_seconds', 'Time to store a batch of blocks.', () => commits)
    const writable = '0 while the store rejects writes and ingestion is stopped.'
    gauge('leafscan_store_writable', writable, Number(report.stopped === null))
  }
  const answers = reachable === null ? null : Number(reachable)
  gauge('leafscan_store_reachable', '0 while the store does not answer.', answers)
  if (file !== null) gauge('leafscan_store_wal_size_bytes', 'Size of the write-ahead log.', sizeOf(`${file}-wal`))
  gauge('leafscan_store_integrity_ok', '0 once the store is found damaged.', sound === null ? null : Number(sound))
  gauge('leafscan_store_check_progress_ratio', 'Progress of the running store check.', check.progress)
  const recomputed = 'Stored accounts whose hashes were recomputed.'
  counter('leafscan_store_hashes_total', recomputed, by('result', check.hashes))
  addLeafMetrics(families, check.leaves)
  counter('leafscan_rpc_requests_total', 'Requests answered, by outcome.', requests.series())
  return families.text()
}

function by(label: string, values: Readonly<Record<string, number>> | SpentSeconds): MetricSeries[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

function known(value: number | null): MetricSeries[] {
  return value === null ? [] : [{ value }]
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
