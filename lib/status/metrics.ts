import 'server-only'
import type { IndexerStatus } from '../api/status'
import { VERDICTS } from '../api/verdicts'
import type { Families } from '../platform/metric-families'
import { type MethodName, methods } from '../protocol/rpc/methods'
import { configuration, networks } from '../upstream/networks/networks'
import { MAX_SAMPLES } from './health/network-monitor'
import { statusNow, strictVerdictOf } from './health/probe'
import { errorBudgetOf } from './history/history'

const OPERATION_KINDS = ['fails', 'slow', 'old slot'] as const
const OTHER_KINDS = ['wrong rows', 'disagrees', 'indexer', 'health'] as const

/** facts/reliability.md (f). */
export function addIndexers(families: Families): void {
  const gauge = (name: string, help: string, read: (status: IndexerStatus) => number | null, samples = 0) =>
    families.gauge(name, help, function* () {
      for (const network of networks()) {
        const value = read(statusNow(network, samples))
        if (value !== null) yield { labels: { upstream: network.name }, value }
      }
    })
  gauge('explorer_indexer_slot', 'Newest slot of the indexer.', ({ slot }) => slot)
  gauge(
    'explorer_indexer_slot_timestamp_seconds',
    'When that slot was first seen; unchanged while the indexer stalls.',
    slotSeenAt,
    MAX_SAMPLES,
  )
  gauge(
    'explorer_indexer_lag_slots',
    'Slots behind the chain, as the indexer reports; absent when it reports none.',
    ({ lag }) => lag,
  )
  gauge(
    'explorer_indexer_chain_lag_slots',
    'Slots behind the newest slot of the chain nodes; absent when none tells.',
    ({ chain }) => chain?.lag ?? null,
  )
  gauge(
    'explorer_indexer_chain_lag_seconds',
    'Seconds between the block times of both slots; absent when unknown.',
    ({ chain }) => chain?.lagSeconds ?? null,
  )
  gauge(
    'explorer_chain_head_slot',
    'Newest slot of the chain, as its nodes tell; absent when none tells.',
    ({ chain }) => chain?.slot ?? null,
  )
  gauge(
    'explorer_chain_moves',
    '0 while the newest slot has stood for a minute at every chain node; absent when none tells.',
    ({ chain }) => (chain ? Number(chain.moves) : null),
  )
  gauge(
    'explorer_indexer_up',
    '1 while the last check got a slot.',
    ({ samples: [last] }) => (last ? Number(last.slot !== null) : null),
    1,
  )
  gauge(
    'explorer_indexer_head_age_seconds',
    'Estimated age of the newest indexed slot; absent when unknown.',
    ({ headAge }) => headAge?.seconds ?? null,
  )
  families.gauge('explorer_indexer_verdict', '1 for the current verdict, as on /status.', function* () {
    for (const network of networks()) {
      const status = statusNow(network)
      for (const verdict of VERDICTS) {
        yield { labels: { upstream: network.name, verdict }, value: Number(status.verdict === verdict) }
      }
    }
  })
  families.gauge(
    'explorer_indexer_of_several_verdict',
    '1 for the current verdict of each indexer, where a network has several.',
    function* () {
      for (const network of networks()) {
        for (const { indexer, verdict: current } of statusNow(network).indexers ?? []) {
          for (const verdict of VERDICTS) {
            yield { labels: { upstream: network.name, indexer, verdict }, value: Number(current === verdict) }
          }
        }
      }
    },
  )
  families.gauge(
    'explorer_indexer_degraded',
    '1 for what is wrong at present with what readers ask, by kind and operation; what concerns no operation has none.',
    function* () {
      for (const network of networks()) {
        const { degradations } = statusNow(network)
        for (const kind of OPERATION_KINDS) {
          for (const op of Object.keys(methods) as MethodName[]) {
            const is = degradations.some((each) => each.kind === kind && each.method === op)
            yield { labels: { upstream: network.name, kind: kind.replace(' ', '_'), op }, value: Number(is) }
          }
        }
        for (const kind of OTHER_KINDS) {
          const is = degradations.some((each) => each.kind === kind)
          yield { labels: { upstream: network.name, kind: kind.replace(' ', '_'), op: '' }, value: Number(is) }
        }
      }
    },
  )
  families.gauge(
    'explorer_indexer_available',
    '1 while strict health is 200: ok, or limited or unknown for a minute after it.',
    function* () {
      for (const network of networks()) {
        yield { labels: { upstream: network.name }, value: Number(strictVerdictOf(network) === 'ok') }
      }
    },
  )
  families.gauge(
    'explorer_indexer_error_budget_remaining_ratio',
    'What is left of the error budget of the last 30 days: 1 untouched, 0 spent, negative overspent.',
    function* () {
      for (const network of networks()) {
        const { allowedSeconds, spentSeconds } = errorBudgetOf(network.name)
        yield { labels: { upstream: network.name }, value: 1 - spentSeconds / allowedSeconds }
      }
    },
  )
  families.gauge('explorer_objective_ratio', 'Availability that the error budget is computed from.', function* () {
    yield { value: Math.round(configuration().objective * 1_000) / 100_000 }
  })
}

/** Unix seconds when the slot was first seen; if it never moved, the first sample. */
function slotSeenAt({ slot, slotMovedAt, samples }: IndexerStatus): number | null {
  if (slot === null) return null
  const at = slotMovedAt ?? samples.find((sample) => sample.slot === slot)?.at
  return at === undefined ? null : Date.parse(at) / 1000
}
