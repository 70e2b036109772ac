import { helpHref } from '../page/address'
import { STATIC_CARD } from '../page/card'
import { definePage, readNothing } from '../page/page'
import type { Summary } from '../page/summary'

/** The help page in a few words. */
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

/** /help: what can be requested, what cannot be known, how addresses are built. design.md 4.3. */
export const helpPage = definePage({
  route: '/help',
  read: readNothing,
  request: null,
  summary: () => HELP_SUMMARY,
  // It says the same of every network.
  canonical: () => helpHref(),
  crawlers: 'listed',
  views: [],
})
