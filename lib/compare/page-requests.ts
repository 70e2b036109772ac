import 'server-only'
import { asResult } from '../api/result'
import { awaitUpstream, currentClient } from '../platform/request-context'
import { isForCrawler } from '../upstream/chain/node'
import type { Network } from '../upstream/networks/networks'
import { compareIndexers } from './comparisons'
import type { CompareQuery } from './contract'

/** Waits up to `withinMs`; null for crawlers and previews. */
export function loadComparison(network: Network, query: CompareQuery, withinMs: number) {
  return asResult(
    awaitUpstream(async () => (isForCrawler() ? null : compareIndexers(network, query, withinMs, currentClient()))),
  )
}
