import { counted } from '../format/counted'
import { short } from '../summary/summary'
import { feedHref } from '../urls/feeds'
import { ownerList } from '../urls/links'
import { readOwnerUrl } from '../urls/read'
import { defineListPage } from './list-page'

/** /owner/[owner]: compressed accounts of an owner. design.md 4.3. */
export const ownerPage = defineListPage({
  route: '/owner/[owner]',
  method: 'getCompressedAccountsByOwner',
  read: readOwnerUrl,
  list: ({ owner, filters, slice }, cluster) => ownerList(owner, { filters, slice }, cluster),
  params: ({ owner, filters, slice }) => ({
    owner,
    ...(filters.length > 0 && { filters: filters.map((memcmp) => ({ memcmp })) }),
    ...(slice && { dataSlice: slice }),
  }),
  words: ({ owner, filters, slice }) => ({
    subject: { kind: 'Owner', text: owner },
    title: `Accounts of ${owner}`,
    noun: 'account',
    rows: filters.length > 0 || slice ? 'matching accounts' : 'accounts of this owner',
    end: 'End of list',
  }),
  summary: ({ owner, filters }) => {
    const filtered = filters.length > 0
    const count = counted(filters.length, 'filter')
    return {
      title: `Accounts of ${short(owner)}${filtered ? ', filtered' : ''}`,
      about: `Live compressed accounts of ${owner}${filtered ? ` that match ${count}` : ''}.`,
      none: filtered ? 'No matching accounts' : 'No live accounts',
      narrowed: filtered ? `Matching ${count}` : null,
      what: 'Live compressed accounts',
    }
  },
  feed: ({ owner }, cluster) => ({
    href: feedHref('owner', owner, cluster),
    title: 'New accounts of this owner',
    what: 'new accounts of this owner',
  }),
  elsewhere: ['sort', 'limit', 'mode', 'at', 'columns'],
  crawlers: 'open',
  narrowing: ['filter', 'slice'],
})
