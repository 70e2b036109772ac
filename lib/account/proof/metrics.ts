import 'server-only'
import type { MetricFamilies } from '../../platform/metric-families'
import { networks } from '../../upstream/networks/networks'
import { zeroProofCounts } from './contract'
import { proofs } from './proofs'

export function addProofMetrics(families: MetricFamilies): void {
  families.counter(
    'leafscan_proofs_total',
    'Rows of pages, and samples of other answers, checked against their hashes, by result; a remembered row counts once.',
    function* () {
      const counts = proofs.existing()?.counts()
      for (const { name: upstream } of networks()) {
        for (const [result, value] of Object.entries(counts?.get(upstream) ?? zeroProofCounts())) {
          yield { labels: { upstream, result }, value }
        }
      }
    },
  )
}
