import { STATIC_CARD } from './card'
import type { Summary } from './summary'

export const INVALID_SUMMARY: Summary = {
  title: 'Invalid link',
  description: 'Part of this link is invalid. The page says which, and what is allowed.',
  card: STATIC_CARD,
  index: false,
}

export const MISSING_SUMMARY: Summary = {
  title: 'Page not found',
  description: 'Leafscan shows compressed accounts, tokens, delegates and transactions.',
  card: STATIC_CARD,
  index: false,
}
