import 'server-only'
import { loadMeaning } from '@/lib/listing/page-requests'
import type { PageMethod } from '@/lib/page/page'
import type { Outcome } from '@/lib/page/summary'
import { meaningRequests } from '@/lib/search/page'
import type { Network } from '@/lib/upstream/networks/networks'
import type { MintsAnswer } from '../account/mints/contract'
import type { Cluster } from '../page/address'
import { type Meaning, meaningsOf, redirectTarget } from './meanings'

/** In the order of meaningRequests(). Once an account hash is found, other outcomes stay null: a hash has one meaning. */
export async function askMeanings(network: Network, text: string): Promise<Outcome<PageMethod>[]> {
  const requests = meaningRequests(text)
  const outcomes = requests.map(async ({ method, params }): Promise<Outcome<PageMethod>> => {
    const result = await loadMeaning(network, method, params)
    // Answer and request have the same method; the compiler cannot see that.
    return (result.ok ? { answer: result.value } : result) as Outcome<PageMethod>
  })
  const isHash = requests.findIndex(({ method }) => method === 'getCompressionSignaturesForAccount')
  const hashAlone = new Promise<Outcome<PageMethod>[]>((resolve) => {
    outcomes[isHash]?.then(
      (outcome) => {
        if (!outcome || !('answer' in outcome) || outcome.answer.result.value.items.length === 0) return
        resolve(requests.map((_, i) => (i === isHash ? outcome : null)))
      },
      () => {},
    )
  })
  return Promise.race([Promise.all(outcomes), hashAlone])
}

/** The chain is asked for a mint only where the indexer knows no certain meaning. */
export async function meaningsOn(
  network: Network,
  key: string,
  cluster: Cluster,
  loadMints: (network: Network, mints: string[]) => Promise<MintsAnswer>,
): Promise<Meaning[]> {
  const outcomes = await askMeanings(network, key)
  const meanings = meaningsOf(key, outcomes, cluster)
  if (redirectTarget(key, meanings, cluster) !== null) return meanings
  const { mints } = await loadMints(network, [key])
  return Object.hasOwn(mints, key) ? meaningsOf(key, outcomes, cluster, true) : meanings
}
