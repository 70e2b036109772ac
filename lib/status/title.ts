import type { IndexerStatus } from '../api/status'
import { formatCount } from '../format/numbers'
import type { AllStatus } from './all-networks'

/* Of pages, by the server and while they renew themselves. */

export function verdictWithLag({ verdict, lag }: Pick<IndexerStatus, 'verdict' | 'lag'>): string {
  return verdict === 'behind' && lag !== null ? `behind by ${formatCount(lag, 'slot')}` : verdict
}

export function statusTitle(status: Pick<IndexerStatus, 'network' | 'verdict' | 'lag'>): string {
  return `${status.network} indexer: ${verdictWithLag(status)}`
}

export function allStatusTitle({ verdict, worst }: Pick<AllStatus, 'verdict' | 'worst'>): string {
  return `All networks: ${verdict === 'ok' ? verdict : `${verdict} (${worst})`}`
}
