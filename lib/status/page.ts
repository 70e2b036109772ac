import { statusFeedHref } from '../page/address'
import { definePage } from '../page/page'
import { incidentHref, readStatusUrl, statusHref } from './address'
import { isRelative, type RequestedRange, rangeParams } from './range'
import { incidentSummary, statusSummary } from './summary'

const heldBy = (range: RequestedRange) => (isRelative(range) ? null : range)

/** design.md 4.3 and 5 (Health). */
export const statusPage = definePage({
  route: '/status',
  read: (_, search) => readStatusUrl(search),
  request: null,
  summary: (range, { status }) => statusSummary(status, heldBy(range)),
  canonical: (range, cluster) => statusHref(cluster, rangeParams(heldBy(range))),
  feed: (_, __, { network }) => ({ href: statusFeedHref(network), title: 'Status changes' }),
  crawlers: 'listed',
  views: ['from', 'view'],
})

/** Unknown ids are 404, set in proxy.ts. */
export const incidentPage = definePage({
  route: '/status/incident/[id]',
  read: (id) => ({ ok: true, value: { id } }),
  request: null,
  summary: ({ id }) => incidentSummary(id),
  canonical: ({ id }, cluster) => incidentHref(id, cluster),
  crawlers: 'closed',
  views: [],
})
