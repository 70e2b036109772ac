import { feedHref } from '../page/address'
import { definePage } from '../page/page'
import { type AccountUrl, accountHref, historyHref, readAccountUrl } from './address'
import { accountSummary } from './summary'

export function accountRequest({ hash, minSlot }: Pick<AccountUrl, 'hash' | 'minSlot'>) {
  return { hash, ...(minSlot !== null && { minSlot }) }
}

export const accountPage = definePage({
  route: '/account/[hash]',
  read: readAccountUrl,
  request: { method: 'getCompressionSignaturesForAccount', params: (url) => accountRequest(url) },
  account: (url) => url,
  summary: (url, { network, outcome, life }) => accountSummary(url, outcome, network, life),
  canonical: ({ hash }, cluster) => accountHref(hash, cluster),
  here: (url, cluster) => historyHref(url.hash, cluster, url),
  feed: ({ hash }, cluster, { outcome }) =>
    outcome && 'answer' in outcome
      ? { href: feedHref('account', hash, cluster), title: 'History of this account' }
      : null,
  crawlers: 'open',
  views: ['owner', 'filter', 'minSlot', 'wallet', 'takenAt', 'cursor', 'limit', 'walked'],
})
