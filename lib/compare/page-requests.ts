import 'server-only'
import { asResult, type Result } from '../api/result'
import { awaitUpstream, currentReader } from '../platform/request-context'
import { isForCrawler } from '../upstream/chain/node'
import type { Network } from '../upstream/networks/networks'
import { compareIndexers } from './comparisons'
import type { CompareQuery, ComparisonState } from './contract'

/** Waits up to `withinMs`; null for crawlers and previews. */
export function loadComparison(
  network: Network,
  query: CompareQuery,
  withinMs: number,
): Promise<Result<ComparisonState | null>> {
  return asResult(
    awaitUpstream(async () => (isForCrawler() ? null : compareIndexers(network, query, withinMs, currentReader()))),
  )
}
