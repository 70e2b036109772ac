import { latestSummary } from '../summary/lists'
import { latestFeedHref } from '../urls/feeds'
import { latestHref } from '../urls/links'
import { type ListPlace, readLatestUrl } from '../urls/read'
import { latestParams } from '../urls/rpc-params'
import { definePage } from './page'
import { LIST_VIEWS } from './views'

/** /latest: the newest signatures. design.md 4.3. */
export const latestPage = definePage({
  route: '/latest',
  read: (_, search) => readLatestUrl(search),
  request: { method: 'getLatestCompressionSignatures', params: (url: ListPlace) => latestParams(url) },
  summary: (url, { network, outcome, rowsBefore }) => latestSummary(url, rowsBefore, outcome, network),
  canonical: ({ limit, cursor }, cluster) => latestHref(cursor ? { limit, cursor } : {}, cluster),
  feed: (_, cluster) => ({ href: latestFeedHref(cluster), title: 'Latest signatures' }),
  crawlers: 'listed',
  views: LIST_VIEWS,
})
