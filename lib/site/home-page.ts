import { homeHref, latestFeedHref } from '../page/address'
import { definePage, readNothing } from '../page/page'
import { homeSummary } from '../status/summary'

export const HOME_LIMIT = 10

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
