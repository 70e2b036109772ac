import 'server-only'
import type { MetricFamilies } from '../platform/metric-families'
import { networks } from '../upstream/networks/networks'
import { comparisonState } from './background'

export function addCompareMetrics(families: MetricFamilies): void {
  families.gauge(
    'leafscan_compare_differences',
    'Differences between the indexers of a network that two checks in a row found.',
    () => eachCompared(({ confirmed }) => confirmed),
  )
  families.gauge(
    'leafscan_compare_timestamp_seconds',
    'When the indexers of a network were last compared; absent before the first time.',
    () => eachCompared(({ comparedMs }) => comparedMs && comparedMs / 1_000),
  )
}

function eachCompared(read: (compared: NonNullable<ReturnType<typeof comparisonState>>) => number | null) {
  return networks().flatMap((network) => {
    const compared = comparisonState(network)
    const value = compared && read(compared)
    return value === null ? [] : { labels: { upstream: network.name }, value }
  })
}
