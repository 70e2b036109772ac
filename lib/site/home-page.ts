import { homeHref, latestFeedHref } from '../page/address'
import { definePage, readNothing } from '../page/page'
import { homeSummary } from '../status/summary'

/** Rows that it shows. */
export const HOME_LIMIT = 10

/** /: search, the indexer's state, newest signatures, where to start. design.md 4.3. */
export const homePage = definePage({
  route: '/',
  read: readNothing,
  request: null,
  summary: (_, { status }) => homeSummary(status),
  canonical: (_, cluster) => homeHref(cluster),
  feed: (_, cluster) => ({ href: latestFeedHref(cluster), title: 'Latest transactions' }),
  crawlers: 'listed',
  views: [],
})
