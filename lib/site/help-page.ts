import { helpHref } from '../page/address'
import { definePage, readNothing } from '../page/page'
import { HELP_SUMMARY } from '../page/static-summaries'

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
