import { txHref } from '../page/address'
import { type Card, STATIC_CARD } from '../page/card'
import { isDrawable } from '../page/draw-card'
import { definePage } from '../page/page'
import { type Summary, shortIdentifier } from '../page/summary'
import { readTxUrl } from './address'

export function txSummary(signature: string, network: string, happened: string | null): Summary {
  const about = `Transaction ${signature} on ${network}`
  const card: Card = {
    ...STATIC_CARD,
    network,
    kind: 'Transaction',
    subject: signature,
    headline: `Transaction on ${network}`,
    foot: 'Compressed accounts consumed and created',
  }
  if (happened === null) {
    return {
      title: `Transaction ${shortIdentifier(signature)}`,
      description: `${about}: compressed accounts it consumed and created, and what changed.`,
      card,
      index: false,
    }
  }
  const told: Card = { ...card, subject: null, headline: happened, foot: `Transaction ${shortIdentifier(signature)}` }
  return { title: happened, description: `${about}: ${happened}.`, card: isDrawable(told) ? told : card, index: false }
}

/** /tx/[signature]. design.md 4.3. */
export const txPage = definePage({
  route: '/tx/[signature]',
  read: (signature) => readTxUrl(signature),
  request: null,
  signature: ({ signature }) => signature,
  summary: ({ signature }, { network, happened }) => txSummary(signature, network, happened),
  canonical: ({ signature }, cluster) => txHref(signature, cluster),
  crawlers: 'closed',
  views: [],
})
