import { helpHref } from '../page/address'
import { STATIC_CARD } from '../page/card'
import { definePage, readNothing } from '../page/page'
import type { Summary } from '../page/summary'

export const HELP_SUMMARY: Summary = {
  title: 'Help',
  description:
    'How to search, filter, share and export compressed state on Leafscan, keyboard shortcuts, page addresses and the API.',
  card: {
    ...STATIC_CARD,
    kind: 'Help',
    headline: 'Help',
    foot: 'Search, lists, exports, shortcuts, API',
  },
  index: true,
}

export const helpPage = definePage({
  route: '/help',
  read: readNothing,
  request: null,
  summary: () => HELP_SUMMARY,
  canonical: () => helpHref(),
  crawlers: 'listed',
  views: [],
})
