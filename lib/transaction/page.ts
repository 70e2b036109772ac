import { txHref } from '../page/address'
import { STATIC_CARD } from '../page/card'
import { definePage } from '../page/page'
import { type Summary, shortIdentifier } from '../page/summary'
import { readTxUrl } from './address'

export function txSummary(signature: string, network: string): Summary {
  return {
    title: `Transaction ${shortIdentifier(signature)}`,
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

/** /tx/[signature]. design.md 4.3. */
export const txPage = definePage({
  route: '/tx/[signature]',
  read: (signature) => readTxUrl(signature),
  request: null,
  summary: ({ signature }, { network }) => txSummary(signature, network),
  canonical: ({ signature }, cluster) => txHref(signature, cluster),
  crawlers: 'closed',
  views: [],
})
