import 'server-only'
import type { Families } from '../platform/metric-families'
import { networks } from '../upstream/networks/networks'
import { comparedNetwork } from './background'

export function addCompare(families: Families): void {
  families.gauge(
    'explorer_compare_differences',
    'Differences between the indexers of a network that two checks in a row found.',
    function* () {
      for (const { name, compared } of comparedNetworks()) {
        yield { labels: { upstream: name }, value: compared.confirmed }
      }
    },
  )
  families.gauge(
    'explorer_compare_timestamp_seconds',
    'When the indexers of a network were last compared; absent before the first time.',
    function* () {
      for (const { name, compared } of comparedNetworks()) {
        if (compared.comparedMs !== null) yield { labels: { upstream: name }, value: compared.comparedMs / 1_000 }
      }
    },
  )
}

function comparedNetworks() {
  return networks().flatMap((network) => {
    const compared = comparedNetwork(network)
    return compared ? [{ name: network.name, compared }] : []
  })
}
