import { formatDuration } from '@/lib/format/block-time'
import { counted } from '@/lib/format/counted'

/** Rows of one answer of the indexer. design.md 5, "Owner listings". */
const CHUNK = 1_000

/**
 * What an export will cost the indexer and take, in words, as far as it can be known before.
 * @param rows that the file will hold; null: nobody knows yet.
 * @param callsPerSecond of the indexer's plan at present; null: no plan is set.
 */
export function estimate(rows: number | null, callsPerSecond: number | null): string {
  if (rows === null) {
    const most = callsPerSecond === null ? '' : `, at most ${sayPace(callsPerSecond)} at the present plan`
    return `How many rows follow, the indexer tells only at the end. It is asked once for each 1,000 rows${most}.`
  }
  const requests = Math.max(1, Math.ceil(rows / CHUNK))
  const cost = `About ${counted(requests, 'request')} to the indexer`
  if (callsPerSecond === null) return `${cost}. How long they take shows when they run: no rate is set for it.`
  return `${cost}, about ${formatDuration(Math.max(1, Math.round(requests / callsPerSecond)))} at the present plan.`
}

/** Tenths where they count; less than one a second by its distance. */
function sayPace(perSecond: number): string {
  if (perSecond < 1) return `once in ${formatDuration(Math.round(1 / perSecond))}`
  return `${perSecond.toLocaleString('en-US', { maximumFractionDigits: perSecond < 10 ? 1 : 0 })} a second`
}
