import { ownerSummary } from '../summary/lists'
import { feedHref } from '../urls/feeds'
import { ownerHref } from '../urls/links'
import { readOwnerUrl } from '../urls/read'
import { ownerParams } from '../urls/rpc-params'
import { definePage } from './page'
import { LIST_VIEWS } from './views'

/** /owner/[owner]: compressed accounts of an owner. design.md 4.3. */
export const ownerPage = definePage({
  route: '/owner/[owner]',
  read: readOwnerUrl,
  request: { method: 'getCompressedAccountsByOwner', params: ownerParams },
  summary: (url, { network, outcome, rowsBefore }) => ownerSummary(url, rowsBefore, outcome, network),
  canonical: ({ owner, filters, slice, limit, cursor }, cluster) =>
    ownerHref(owner, { filters, slice, ...(cursor && { limit, cursor }) }, cluster),
  feed: ({ owner }, cluster) => ({ href: feedHref('owner', owner, cluster), title: 'New accounts of this owner' }),
  crawlers: 'open',
  views: [...LIST_VIEWS, 'filter', 'slice'],
})
