import { definePage, readNothing } from '../page/page'
import { ON_CALL_SUMMARY } from '../page/static-summaries'
import { onCallHref } from '../status/run-book-address'

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
