import 'server-only'
import type { Degradation, IndexerStatus } from '../api/status'
import { VERDICTS, type Verdict } from '../api/verdicts'
import { clock } from '../platform/clock'
import type { MetricFamilies, MetricSeries } from '../platform/metric-families'
import { type MethodName, methods } from '../protocol/rpc/methods'
import { chainOf } from '../upstream/chain/node'
import { configuration, type Network, networks } from '../upstream/networks/networks'
import { heartbeatCounts } from './alerts/heartbeat'
import { webhookState } from './alerts/webhook'
import { areReadersAffected } from './health/affected'
import { MAX_SAMPLES } from './health/network-monitor'
import { currentMaintenance } from './health/operator-notes'
import { statusNow, strictVerdictOf } from './health/probe'
import { errorBudgetOf, history } from './history/history'

const OPERATION_KINDS = ['fails', 'slow', 'old slot', 'emptied'] as const
const OTHER_KINDS = ['wrong rows', 'disagrees', 'indexer', 'health'] as const

type ReadGauge = (status: IndexerStatus) => number | null

/** Unknown values have no series. */
const GAUGES: readonly [name: string, help: string, read: ReadGauge][] = [
  ['leafscan_indexer_slot', 'Newest slot of the indexer.', ({ slot }) => slot],
  [
    'leafscan_indexer_slot_timestamp_seconds',
    'When that slot was first seen; unchanged while the indexer stalls.',
    slotSeenAt,
  ],
  [
    'leafscan_indexer_lag_slots',
    'Slots behind the chain, as the indexer reports; absent when it reports none.',
    ({ lag }) => lag,
  ],
  [
    'leafscan_indexer_chain_lag_slots',
    'Slots behind the newest slot of the chain nodes; absent when none tells.',
    ({ chain }) => chain?.lag ?? null,
  ],
  [
    'leafscan_indexer_chain_lag_seconds',
    'Those slots in seconds, by the pace of the chain; absent when unknown.',
    ({ chain }) => chain?.lagSeconds ?? null,
  ],
  [
    'leafscan_chain_head_slot',
    'Newest slot of the chain, as its nodes tell; absent when none tells.',
    ({ chain }) => chain?.slot ?? null,
  ],
  [
    'leafscan_chain_moves',
    '0 while the newest slot has stood for a minute at every chain node; absent when none tells.',
    ({ chain }) => (chain ? Number(chain.moves) : null),
  ],
  [
    'leafscan_indexer_up',
    '1 while the last check got a slot.',
    ({ samples }) => (samples.length > 0 ? Number(samples.at(-1)?.slot !== null) : null),
  ],
  [
    'leafscan_indexer_head_age_seconds',
    'Estimated age of the newest indexed slot; absent when unknown.',
    ({ headAge }) => headAge?.seconds ?? null,
  ],
  [
    'leafscan_newest_signature_age_seconds',
    'Age of the newest signature that the indexer listed when it was last asked; absent before.',
    ({ newestSignature }) =>
      newestSignature && Math.max(0, (clock().wall() - Date.parse(newestSignature.time)) / 1_000),
  ],
]

/** facts/reliability.md (f). */
export function addIndexerMetrics(families: MetricFamilies): void {
  const gauge = (name: string, help: string, read: (network: Network) => MetricSeries | MetricSeries[] | null) =>
    families.gauge(name, help, () => {
      return networks().flatMap((network) => {
        return [read(network) ?? []].flat().map(({ labels, value }) => {
          return { labels: { upstream: network.name, ...labels }, value }
        })
      })
    })
  for (const [name, help, read] of GAUGES) {
    gauge(name, help, (network) => {
      const value = read(statusNow(network, MAX_SAMPLES))
      return value === null ? null : { value }
    })
  }
  gauge('leafscan_indexer_verdict', '1 for the current verdict, as on /status.', (network) =>
    verdictsOf(statusNow(network).verdict),
  )
  gauge(
    'leafscan_chain_node_up',
    '1 while a chain node told its newest slot at the last check; absent without CHAIN_URL.',
    (network) => {
      const up = isChainNodeUp(network)
      return up === null ? null : { value: Number(up) }
    },
  )
  gauge(
    'leafscan_indexer_of_several_verdict',
    '1 for the current verdict of each indexer, where a network has several.',
    (network) =>
      (statusNow(network).indexers ?? []).flatMap(({ indexer, verdict }) => verdictsOf(verdict, { indexer })),
  )
  gauge(
    'leafscan_indexer_degraded',
    '1 for what is wrong at present with what readers ask, by kind and operation; what concerns no operation has none.',
    (network) => {
      const { degradations } = statusNow(network)
      const series = (kind: Degradation['kind'], op: MethodName | '') => {
        const is = degradations.some((each) => each.kind === kind && (!('method' in each) || each.method === op))
        return { labels: { kind: kind.replace(' ', '_'), op }, value: Number(is) }
      }
      const operations = Object.keys(methods) as MethodName[]
      return [
        ...OPERATION_KINDS.flatMap((kind) => operations.map((op) => series(kind, op))),
        ...OTHER_KINDS.map((kind) => series(kind, '')),
      ]
    },
  )
  gauge(
    'leafscan_indexer_available',
    '1 while strict health is 200: ok, or limited or unknown for a minute after it.',
    (network) => ({ value: Number(strictVerdictOf(network) === 'ok') }),
  )
  gauge(
    'leafscan_readers_affected',
    '1 while readers lose something by the indexer, which spends the budget of alerts; slowness does not.',
    (network) => ({ value: Number(areReadersAffected(statusNow(network))) }),
  )
  gauge(
    'leafscan_indexer_error_budget_remaining_ratio',
    'What is left of the error budget of the last 30 days: 1 untouched, 0 spent, negative overspent.',
    ({ name }) => {
      const { allowedSeconds, spentSeconds } = errorBudgetOf(name)
      return { value: 1 - spentSeconds / allowedSeconds }
    },
  )
  families.gauge('leafscan_objective_ratio', 'Availability that the error budget is computed from.', () => [
    { value: Math.round(configuration().objective * 1_000) / 100_000 },
  ])
}

/** null: none apart from the indexer, or no check yet. */
export function isChainNodeUp(network: Network): boolean | null {
  const { chain, checkedAt } = statusNow(network)
  return checkedAt !== null && chainOf(network)?.isApart ? chain !== null : null
}

function verdictsOf(current: Verdict, labels: MetricSeries['labels'] = {}): MetricSeries[] {
  return VERDICTS.map((verdict) => ({ labels: { ...labels, verdict }, value: Number(current === verdict) }))
}

export function addAlertMetrics(families: MetricFamilies): void {
  families.gauge('leafscan_maintenance', '1 while a network is in a maintenance window: hold its alerts back.', () =>
    networks().map(({ name }) => ({ labels: { upstream: name }, value: Number(currentMaintenance(name) !== null) })),
  )
  families.gauge(
    'leafscan_history_recording',
    '1 while checks are recorded for /status, by this explorer or another one on its DATA_DIR.',
    () => [{ value: Number(history().open().ok) }],
  )
  families.gauge(
    'leafscan_webhook_delivering',
    '1 if ALERT_WEBHOOK accepted the newest message, else 0; absent before the first.',
    () => {
      const { delivered } = webhookState()
      return delivered === null ? [] : [{ value: Number(delivered) }]
    },
  )
  families.counter(
    'leafscan_heartbeat_total',
    'Calls of HEARTBEAT_URL: ok, fail (reported that checks have stopped), or why one did not arrive; absent without it.',
    () =>
      configuration().heartbeat
        ? [...heartbeatCounts()].map(([outcome, value]) => ({ labels: { outcome }, value }))
        : [],
  )
}

/** Unix seconds when the slot was first seen; if it never moved, the first sample. */
function slotSeenAt({ slot, slotMovedAt, verdict, since, samples }: IndexerStatus): number | null {
  if (slot === null) return null
  // A standstill may have begun before the oldest sample that is kept.
  const at = slotMovedAt ?? (verdict === 'frozen' ? since : null) ?? samples.find((sample) => sample.slot === slot)?.at
  return at === undefined ? null : Date.parse(at) / 1000
}
