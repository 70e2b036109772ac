import { txSummary } from '../summary/unasked'
import { txHref } from '../urls/links'
import { readTxUrl } from '../urls/read'
import { definePage } from './page'

/** /tx/[signature]: what Leafscan can say of a transaction, and who can say more. design.md 4.3. */
export const txPage = definePage({
  route: '/tx/[signature]',
  read: (signature) => readTxUrl(signature),
  request: null,
  summary: ({ signature }, { network }) => txSummary(signature, network),
  canonical: ({ signature }, cluster) => txHref(signature, cluster),
  crawlers: 'closed',
  views: [],
})
