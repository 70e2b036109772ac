import { searchHref } from '../page/address'
import { definePage } from '../page/page'
import { SEARCH_SUMMARY } from '../search/page'

/** /address/[x]: the path of other explorers; redirects to the search. design.md 4.3. */
export const addressPage = definePage({
  route: '/address/[x]',
  read: (text) => ({ ok: true, value: { text } }),
  request: null,
  summary: () => SEARCH_SUMMARY,
  canonical: ({ text }, cluster) => searchHref(text, cluster),
  crawlers: 'closed',
  views: [],
})
