import { searchHref } from '../page/address'
import { STATIC_CARD } from '../page/card'
import { definePage, type PageRequest, readNothing } from '../page/page'
import type { Summary } from '../page/summary'
import { MINT_OFFSET, TOKEN_PROGRAM } from '../protocol/light/token-program'
import { MAX_LIMIT } from '../protocol/rpc/primitives'
import { walletParts } from '../wallet/page'

/** The search page in a few words. */
export const SEARCH_SUMMARY: Summary = {
  title: 'Search',
  description: 'Look up an address, account hash, signature, slot or explorer link.',
  card: STATIC_CARD,
  index: false,
}

/** /search?q=: what a pasted text is. design.md 4.3. */
export const searchPage = definePage({
  route: '/search',
  read: readNothing,
  request: null,
  summary: () => SEARCH_SUMMARY,
  canonical: (_, cluster) => searchHref('', cluster),
  crawlers: 'closed',
  views: [],
})

/**
 * What a search requests to find out what 32 bytes are: the three of a wallet's page, the account with this hash, and the
 * token accounts of this mint. Each as the page behind it requests it, so that the page is answered from the cache. The
 * last ones are what a plan without room leaves out.
 */
export function meaningRequests(text: string): PageRequest[] {
  const mint = { memcmp: { offset: MINT_OFFSET, bytes: text } }
  return [
    ...walletParts({ wallet: text }),
    { method: 'getCompressionSignaturesForAccount', params: { hash: text } },
    { method: 'getCompressedAccountsByOwner', params: { owner: TOKEN_PROGRAM, filters: [mint], limit: MAX_LIMIT } },
  ]
}
