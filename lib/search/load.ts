import 'server-only'
import { loadMeaning } from '@/lib/listing/page-requests'
import type { PageMethod } from '@/lib/page/page'
import type { Outcome } from '@/lib/page/summary'
import { meaningRequests } from '@/lib/search/page'
import type { Network } from '@/lib/upstream/networks/networks'

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
