import 'server-only'
import { noProofs } from '../../api/proof'
import { proofs } from '../../gateway/proof/proofs'
import type { Families } from '../../platform/metric-families'
import { networks } from '../../upstream/networks/networks'

/** Rows that were checked against their hashes. */
export function addProofs(families: Families): void {
  families.counter(
    'explorer_proofs_total',
    'Rows checked against their hashes, by result; a row that is remembered counts once.',
    function* () {
      const counts = proofs.existing()?.counts()
      for (const { name: upstream } of networks()) {
        for (const [result, value] of Object.entries(counts?.get(upstream) ?? noProofs())) {
          yield { labels: { upstream, result }, value }
        }
      }
    },
  )
}
