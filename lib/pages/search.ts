import { SEARCH_SUMMARY } from '../summary/unasked'
import { searchHref } from '../urls/links'
import { definePage, readNothing } from './page'

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
