import { latestFeedHref } from '../../page/address'
import { latestListAddress, readListUrl } from '../address/list-address'
import { defineListPage } from './list-page'
import { latestSummary } from './list-summary'

export const latestPage = defineListPage({
  route: '/latest',
  method: 'getLatestCompressionSignatures',
  read: (_, search) => readListUrl('signatures', search, () => ({})),
  list: (_, cluster) => latestListAddress(cluster),
  params: () => ({}),
  words: () => ({
    subject: null,
    title: 'Latest transactions',
    noun: 'signature',
    rows: 'transactions on this indexer',
    end: 'Oldest on this indexer',
  }),
  summary: { of: (url, { network, outcome, rowsBefore }) => latestSummary(url, rowsBefore, outcome, network) },
  feed: (_, cluster) => ({
    href: latestFeedHref(cluster),
    title: 'Latest transactions',
    what: 'the latest transactions',
  }),
  elsewhere: ['sort', 'limit', 'columns'],
  judged: false,
  crawlers: 'listed',
  narrowing: [],
})
