import { searchHref } from '../page/address'
import { STATIC_CARD } from '../page/card'
import { definePage, type PageRequest, readNoParams } from '../page/page'
import type { Summary } from '../page/summary'
import { MINT_OFFSET, TOKEN_PROGRAM } from '../protocol/light/token-program'
import { MAX_LIMIT } from '../protocol/rpc/primitives'
import { walletRequests } from '../wallet/page'

export const SEARCH_SUMMARY: Summary = {
  title: 'Search',
  description: 'Look up an address, account hash, signature, slot or explorer link.',
  card: STATIC_CARD,
  index: false,
}

/** /search?q=. design.md 4.3. */
export const searchPage = definePage({
  route: '/search',
  read: readNoParams,
  request: null,
  summary: () => SEARCH_SUMMARY,
  canonical: (_, cluster) => searchHref('', cluster),
  crawlers: 'closed',
  views: [],
})

/** The same requests as those of the target pages, which then hit the cache. If a plan runs out, the last ones are dropped. */
export function meaningRequests(text: string): PageRequest[] {
  const mint = { memcmp: { offset: MINT_OFFSET, bytes: text } }
  return [
    ...walletRequests({ wallet: text }),
    { method: 'getCompressionSignaturesForAccount', params: { hash: text } },
    { method: 'getCompressedAccountsByOwner', params: { owner: TOKEN_PROGRAM, filters: [mint], limit: MAX_LIMIT } },
  ]
}
