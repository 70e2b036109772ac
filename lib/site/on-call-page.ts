import { STATIC_CARD } from '../page/card'
import { definePage, readNothing } from '../page/page'
import type { Summary } from '../page/summary'
import { onCallHref } from '../status/run-book-address'

/** The run book in a few words. */
export const ON_CALL_SUMMARY: Summary = {
  title: 'On call',
  description:
    'What each verdict and each alert about a compressed-state indexer means, what to check, and what to do.',
  card: {
    ...STATIC_CARD,
    kind: 'Help',
    headline: 'On call',
    foot: 'Verdicts, alerts, metrics, log',
  },
  index: false,
}

/** /help/on-call: the run book, docs/on-call.md as a page. */
export const onCallPage = definePage({
  route: '/help/on-call',
  read: readNothing,
  request: null,
  summary: () => ON_CALL_SUMMARY,
  // It says the same of every network.
  canonical: () => onCallHref(),
  // Every Leafscan has the same one: who needs it comes by a link.
  crawlers: 'closed',
  views: [],
})
