import 'server-only'
import type { IndexerStatus } from '../api/status'
import { inTime } from '../platform/clock'
import { awaitUpstream } from '../platform/request-context'
import type { Network } from '../upstream/networks/networks'
import { statusOf } from './health/probe'

/** What the probe knows of a network's indexer, with its last `samples` looks; waits for the first one. */
export function loadStatus(network: Network, samples = 0): Promise<IndexerStatus> {
  return awaitUpstream(() => statusOf(network, samples))
}

/** The same if it is known within `withinMs`, else null. */
export function loadStatusWithin(network: Network, samples: number, withinMs: number): Promise<IndexerStatus | null> {
  // The time is the indexer's: a page may wait for its next turn for longer than that.
  return awaitUpstream(() => inTime(statusOf(network, samples), withinMs))
}
