import { homeSummary } from '../summary/status'
import { latestFeedHref } from '../urls/feeds'
import { homeHref } from '../urls/links'
import { definePage, readNothing } from './page'

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
