import 'server-only'
import type { Families } from '../../platform/metric-families'
import { networks } from '../networks/networks'
import { chainOf } from './node'

export function addChain(families: Families): void {
  families.counter('explorer_chain_requests_total', 'Requests to a chain node, by outcome.', function* () {
    for (const { upstream, chain } of chains()) {
      for (const [op, outcomes] of Object.entries(chain.counts.calls)) {
        for (const [outcome, value] of Object.entries(outcomes)) yield { labels: { upstream, op, outcome }, value }
      }
    }
  })
  families.counter('explorer_chain_from_disk_total', 'Final transactions read from disk, not requested.', function* () {
    for (const { upstream, chain } of chains()) yield { labels: { upstream }, value: chain.counts.fromDisk }
  })
  families.gauge('explorer_chain_nodes', 'Chain nodes, by whether they are on the indexer’s chain.', function* () {
    for (const { upstream, chain } of chains()) {
      for (const state of ['checked', 'unchecked', 'wrong'] as const) {
        const value = chain.nodes.filter(({ identity }) => identity.state === state).length
        yield { labels: { upstream, state }, value }
      }
    }
  })
}

function chains() {
  return networks().flatMap((network) => {
    const chain = chainOf(network)
    return chain ? [{ upstream: network.name, chain }] : []
  })
}
