import 'server-only'
import type { IndexerStatus } from '../api/status'
import { inTime } from '../platform/clock'
import { awaitUpstream } from '../platform/request-context'
import type { Network } from '../upstream/networks/networks'
import { statusOf } from './health/probe'

export function loadStatus(network: Network, samples = 0): Promise<IndexerStatus> {
  return awaitUpstream(() => statusOf(network, samples))
}

export function loadStatusWithin(network: Network, samples: number, withinMs: number): Promise<IndexerStatus | null> {
  // Time for the indexer only: waiting for the page's next turn may take longer.
  return awaitUpstream(() => inTime(statusOf(network, samples), withinMs))
}
