import { STATIC_CARD } from './card'
import type { Summary } from './summary'

/* What is said of addresses that have no page. */

/** Of a link that cannot be read: nothing of what stands in it is repeated. */
export const INVALID_SUMMARY: Summary = {
  title: 'Invalid link',
  description: 'Part of this link is invalid. The page says which, and what is allowed.',
  card: STATIC_CARD,
  index: false,
}

/** Of a path that Leafscan does not have. */
export const MISSING_SUMMARY: Summary = {
  title: 'Page not found',
  description: 'Leafscan shows compressed accounts, tokens, delegates and transactions.',
  card: STATIC_CARD,
  index: false,
}
