import type { LackingReason } from '@/lib/compare/contract'
import { formatCount, groupDigits } from '@/lib/format/numbers'

/* Of the comparison of two indexers. */

export const about = 'The same request to two indexers: rows and fields that differ, aligned by slot.'
export const noCrawlers = 'Crawlers and previews get no comparison: it takes requests to both indexers.'
export const oneIndexer = 'This network has one indexer'
export const callsSoFar = ([a, b]: readonly [string, string], [callsA, callsB]: readonly [number, number]) =>
  `So far ${formatCount(callsA, 'request')} to ${a} and ${formatCount(callsB, 'request')} to ${b}. It goes on while this page is open.`

export const setAside = {
  created: 'created above the slot of the indexer that does not have it yet',
  consumed: 'consumed above the slot of the indexer that still lists it',
  above: 'in a slot that one of them has not reached',
}
export const takesParts = (label: string, requests: number) =>
  `The pages of ${label} do not show this list whole. Reading it in parts takes about ${formatCount(requests, 'request')}.`
export const notSettled = (rows: number, because: string) =>
  `Not settled${rows > 0 ? `: ${formatCount(rows, 'row')}` : ''}, because ${because}.`
export const whatCounts = (network: string) =>
  `Indexers of ${network} are at different slots while the chain moves. A row counts as different only where both should have it.`
export const moreRows = (rows: number) => `${groupDigits(rows)} more: the first 1,000 are in the JSON.`

export function lackingWords(lacking: LackingReason | null): string {
  switch (lacking?.kind) {
    case undefined:
    case 'not_asked':
      return ''
    case 'unknown_hash':
      return ': it knows no such hash'
    case 'live':
      return ', though it has the account as live'
    case 'consumed':
      return `: it has the account as consumed in slot ${groupDigits(lacking.slot)}`
    default:
      return lacking satisfies never
  }
}
