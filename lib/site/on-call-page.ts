import { STATIC_CARD } from '../page/card'
import { definePage, readNothing } from '../page/page'
import type { Summary } from '../page/summary'
import { onCallHref } from '../status/run-book-address'

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

export const onCallPage = definePage({
  route: '/help/on-call',
  read: readNothing,
  request: null,
  summary: () => ON_CALL_SUMMARY,
  canonical: () => onCallHref(),
  crawlers: 'closed',
  views: [],
})
