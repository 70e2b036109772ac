import { txHref } from '../page/address'
import { definePage } from '../page/page'
import { txSummary } from '../page/static-summaries'
import { readTxUrl } from './address'

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
