import { formatDuration } from '@/lib/format/duration'
import { counted } from '@/lib/format/numbers'

const CHUNK = 1_000

/**
 * Number of requests and duration of an export, as text.
 * @param rows null: unknown
 * @param callsPerSecond rate limit of the indexer's plan; null: no plan is set
 */
export function estimate(rows: number | null, callsPerSecond: number | null): string {
  if (rows === null) {
    const most = callsPerSecond === null ? '' : `, at most ${formatRate(callsPerSecond)} on the current plan`
    return `The number of rows is known only at the end. One request to the indexer per 1,000 rows${most}.`
  }
  const requests = Math.max(1, Math.ceil(rows / CHUNK))
  const cost = `About ${counted(requests, 'request')} to the indexer`
  if (callsPerSecond === null) return `${cost}.`
  return `${cost}, about ${formatDuration(Math.max(1, Math.round(requests / callsPerSecond)))} on the current plan.`
}

function formatRate(perSecond: number): string {
  if (perSecond < 1) return `one every ${formatDuration(Math.round(1 / perSecond))}`
  return `${perSecond.toLocaleString('en-US', { maximumFractionDigits: perSecond < 10 ? 1 : 0 })}/s`
}
