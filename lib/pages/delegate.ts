import { delegateSummary } from '../summary/lists'
import { delegateHref } from '../urls/links'
import { readDelegateUrl } from '../urls/read'
import { delegateParams } from '../urls/rpc-params'
import { definePage } from './page'
import { LIST_VIEWS } from './views'

/** /delegate/[delegate]: token accounts that a delegate may move. design.md 4.3. */
export const delegatePage = definePage({
  route: '/delegate/[delegate]',
  read: readDelegateUrl,
  request: { method: 'getCompressedTokenAccountsByDelegate', params: delegateParams },
  summary: (url, { network, outcome, rowsBefore }) => delegateSummary(url, rowsBefore, outcome, network),
  canonical: ({ delegate, mint, limit, cursor }, cluster) =>
    delegateHref(delegate, { mint, ...(cursor && { limit, cursor }) }, cluster),
  crawlers: 'open',
  views: [...LIST_VIEWS, 'mint'],
})
