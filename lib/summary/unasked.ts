import { STATIC_CARD } from './card'
import { type Summary, short } from './summary'

/* Pages that make no request to an indexer. */

/** The help page in a few words. */
export const HELP_SUMMARY: Summary = {
  title: 'Help',
  description:
    'What can be asked of an indexer of compressed state, what its six operations cannot tell, keys, addresses of pages and the API.',
  card: {
    ...STATIC_CARD,
    kind: 'Help',
    headline: 'What can be asked, and what cannot be told',
    foot: 'Six operations, keys, links, exports, the API',
  },
  index: true,
}

/** A transaction's page in a few words. */
export function txSummary(signature: string, network: string): Summary {
  return {
    title: `Transaction ${short(signature)}`,
    description: `The transaction ${signature}: an indexer of compressed state does not hold transactions; links to explorers that do.`,
    card: {
      ...STATIC_CARD,
      network,
      kind: 'Transaction',
      subject: signature,
      headline: 'Looked up elsewhere',
      foot: 'An indexer of compressed state does not hold transactions',
    },
    index: false,
  }
}

/** The search page in a few words. */
export const SEARCH_SUMMARY: Summary = {
  title: 'Search',
  description: 'What a pasted address, hash, signature, slot or link is, and where it is shown.',
  card: STATIC_CARD,
  index: false,
}

/** Of a link that cannot be read: nothing of what stands in it is repeated. */
export const INVALID_SUMMARY: Summary = {
  title: 'This link cannot be read',
  description: 'Something in this address is malformed; the page says what, and what is allowed there.',
  card: STATIC_CARD,
  index: false,
}

/** Of a path that Leafscan does not have. */
export const MISSING_SUMMARY: Summary = {
  title: 'There is no such page',
  description: 'Leafscan shows compressed accounts by owner, token accounts by delegate and the life of one account.',
  card: STATIC_CARD,
  index: false,
}
