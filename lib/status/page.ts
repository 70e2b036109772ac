import { statusFeedHref } from '../page/address'
import { definePage } from '../page/page'
import { readStatusUrl, statusHref } from './address'
import { isRelative, type RequestedRange, rangeParams } from './range'
import { statusSummary } from './summary'

/** The range that a link holds fast; null: the page as it is now. */
const heldBy = (range: RequestedRange) => (isRelative(range) ? null : range)

/** /status: whether the indexer moves, for people on call. design.md 4.3 and 5 (Health). */
export const statusPage = definePage({
  route: '/status',
  read: (_, search) => readStatusUrl(search),
  request: null,
  summary: (range, { status }) => statusSummary(status, heldBy(range)),
  canonical: (range, cluster) => statusHref(cluster, rangeParams(heldBy(range))),
  feed: (_, __, { network }) => ({ href: statusFeedHref(network), title: 'Status changes' }),
  crawlers: 'listed',
  views: ['from'],
})
