import 'server-only'
import type { IndexerStatus } from '../api/status'
import { awaitUpstream } from '../platform/request-context'
import type { Network } from '../upstream/networks/networks'
import { statusOf } from './health/probe'

export function loadStatus(network: Network, samples = 0): Promise<IndexerStatus> {
  return awaitUpstream(() => statusOf(network, samples))
}
