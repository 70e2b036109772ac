import { SEARCH_SUMMARY } from '../summary/unasked'
import { searchHref } from '../urls/links'
import { definePage } from './page'

/** /address/[x]: the path that other explorers use; leads to the search. design.md 4.3. */
export const addressPage = definePage({
  route: '/address/[x]',
  read: (text) => ({ ok: true, value: { text } }),
  request: null,
  summary: () => SEARCH_SUMMARY,
  canonical: ({ text }, cluster) => searchHref(text, cluster),
  crawlers: 'closed',
  views: [],
})
