import { STATIC_CARD } from './card'
import { type Summary, short } from './summary'

/* Pages that make no request to an indexer. */

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

/** A transaction's page in a few words. */
export function txSummary(signature: string, network: string): Summary {
  return {
    title: `Transaction ${short(signature)}`,
    description: `Transaction ${signature} on ${network}: compressed accounts it consumed and created, and what changed.`,
    card: {
      ...STATIC_CARD,
      network,
      kind: 'Transaction',
      subject: signature,
      headline: `Transaction on ${network}`,
      foot: 'Compressed accounts consumed and created',
    },
    index: false,
  }
}

/** The page that compares two indexers in a few words. */
export const COMPARE_SUMMARY: Summary = {
  title: 'Compare indexers',
  description: 'The same request to two indexers of a network: rows and fields that differ, aligned by slot.',
  card: {
    ...STATIC_CARD,
    kind: 'Compare',
    headline: 'Two indexers, side by side',
    foot: 'Rows and fields that differ, aligned by slot',
  },
  index: false,
}

/** The search page in a few words. */
export const SEARCH_SUMMARY: Summary = {
  title: 'Search',
  description: 'Look up an address, account hash, signature, slot or explorer link.',
  card: STATIC_CARD,
  index: false,
}

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
