import fs from 'node:fs'
import type { CheckReport } from './check/store-check'
import type { Figures, Report, Role } from './ingest/report'
import { slotReached } from './store/apply'
import type { Store } from './store/store'

type Sample = [labels: string, value: number]

/** Counts of answered requests, by method and outcome. */
export class RequestCounts {
  private readonly counts = new Map<string, number>()

  count(method: string, outcome: string): void {
    const labels = `{method="${method}",outcome="${outcome}"}`
    this.counts.set(labels, (this.counts.get(labels) ?? 0) + 1)
  }

  lines(): Sample[] {
    return [...this.counts]
  }
}

/** What the indexer's metrics are read from. */
export interface Measured {
  store: Store
  /** Path of the store's file; null for one on a server. */
  file: string | null
  /** Highest slot of the ledger; null where nobody says. */
  tip: number | null
  role: Role
  /** Null where this process takes nothing in. */
  report: Report | null
  requests: RequestCounts
  /** False once damage was met, null before all of it was looked at. */
  sound: boolean | null
  check: CheckReport
}

/**
 * The indexer's Prometheus text. Names: facts/reliability.md (f), as far as there is something to tell.
 */
export async function metricsText(measured: Measured): Promise<string> {
  const { store, file, tip, role, report, requests, sound, check } = measured
  // A database that is away must not take along what tells of it.
  const slot = await slotReached(store).catch(() => null)
  const lag = tip === null || slot === null ? null : Math.max(0, tip - slot)
  return [
    ...family('explorer_ingest_writer', 'gauge', '1 where this process stores, 0 where it answers only.', [
      ['', role === 'writer' ? 1 : 0],
    ]),
    ...family('explorer_ingest_contiguous_slot', 'gauge', 'Slot up to which everything is stored.', told(slot)),
    ...family('explorer_ingest_lag_slots', 'gauge', 'Slots between it and the end of the ledger.', told(lag)),
    ...(report === null ? [] : ingestLines(report)),
    ...(file === null
      ? []
      : family('explorer_store_wal_size_bytes', 'gauge', 'Size of the log beside the store.', [
          ['', sizeOf(`${file}-wal`)],
        ])),
    ...family('explorer_store_integrity_ok', 'gauge', '0 once the store is known to be damaged.', [
      ...told(sound === null ? null : Number(sound)),
    ]),
    ...family('explorer_store_check_progress_ratio', 'gauge', 'How much of the check of the store under way is done.', [
      ...told(check.progress),
    ]),
    ...family('explorer_store_hashes_total', 'counter', 'Stored accounts whose hashes were made again.', [
      ...verdicts(check.hashes),
    ]),
    ...family('explorer_rpc_requests_total', 'counter', 'Questions answered, by outcome.', requests.lines()),
    '',
  ].join('\n')
}

function ingestLines(report: Report): string[] {
  return [
    ...family('explorer_ingest_blocks_total', 'counter', 'Slots and blocks since the start, by what became of them.', [
      ['{result="indexed"}', report.blocks],
      ['{result="skipped"}', report.skipped],
      ...told(report.retried, '{result="retried"}'),
      ['{result="rolled_back"}', report.undone],
    ]),
    ...family('explorer_ingest_reorg_depth_slots', 'histogram', 'Slots that forks of the chain took back.', [
      ...histogram('explorer_ingest_reorg_depth_slots', report.forkDepths),
    ]),
    ...family('explorer_ingest_seconds_total', 'counter', 'Time of following, by what it went into.', [
      ...Object.entries(report.spent).map(([part, seconds]): Sample => [`{part="${part}"}`, seconds]),
    ]),
    ...family('explorer_ingest_slots_per_second', 'gauge', 'Slots stored per second, over the last half minute.', [
      ...told(report.slotsPerSecond),
    ]),
    ...family(
      'explorer_ingest_catch_up_seconds',
      'gauge',
      'Seconds until the end of the ledger at the present speed.',
      [...told(report.secondsLeft)],
    ),
    ...family('explorer_ingest_transactions_total', 'counter', 'Compression transactions stored since the start.', [
      ['', report.transactions],
    ]),
    ...family('explorer_ingest_undecodable_total', 'counter', 'Events and transactions skipped: they do not decode.', [
      ['', report.undecodable],
    ]),
    ...family('explorer_ingest_hashes_total', 'counter', 'New accounts whose hashes were made again.', [
      ...verdicts(report.hashes),
    ]),
    ...family('explorer_store_commit_duration_seconds', 'histogram', 'Time to store a batch of blocks.', [
      ...histogram('explorer_store_commit_duration_seconds', report.commits),
    ]),
    ...family('explorer_store_writable', 'gauge', '0 while the store takes nothing and ingestion stands still.', [
      ['', report.stopped === null ? 1 : 0],
    ]),
  ]
}

/** One count for each verdict. */
function verdicts(counts: CheckReport['hashes']): Sample[] {
  return Object.entries(counts).map(([verdict, count]): Sample => [`{result="${verdict}"}`, count])
}

/** A value that may not be known: then the family has none. */
function told(value: number | null, labels = ''): Sample[] {
  return value === null ? [] : [[labels, value]]
}

/** `labels` with their braces; a name before them takes the place of the family's. */
function family(name: string, type: string, help: string, values: Sample[]): string[] {
  const lines = values.map(
    ([labels, value]) => `${labels.startsWith('{') || labels === '' ? name : ''}${labels} ${value}`,
  )
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines]
}

function histogram(name: string, { bounds, counts, sum }: Figures): Sample[] {
  let count = 0
  const buckets = [...counts].map((within, i): Sample => {
    count += within
    return [`${name}_bucket{le="${bounds[i] ?? '+Inf'}"}`, count]
  })
  return [...buckets, [`${name}_sum`, sum], [`${name}_count`, count]]
}

/** 0 where there is no such file: a store without a log. */
function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
