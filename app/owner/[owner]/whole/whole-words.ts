import type { QueryState } from '@tanstack/react-query'
import type { Answer } from '@/lib/api/answer'
import type { ProblemError } from '@/lib/api/problem'
import { DEFAULT_CALLS, MAX_CALLS, type UnprovenPart, type WholeClaim, type WholeListReport } from '@/lib/api/whole'
import { formatDuration } from '@/lib/format/duration'
import { formatCount, groupDigits } from '@/lib/format/numbers'

export type WholeAnswer = Answer<'getCompressedAccountsByOwner'> & { meta: { whole: WholeListReport } }

/** @param waits true while this page requests more of the list */
export function wholeWord(
  { state, claim, stop }: WholeListReport,
  waits: boolean,
): { word: string; chipClass: string } {
  if (claim?.complete === true) return { word: 'Complete', chipClass: 'chip-live' }
  if (claim?.complete === null && claim.withData.proven) return { word: withDataText(claim), chipClass: 'chip-live' }
  if (claim?.complete === null) return { word: 'Not proven complete', chipClass: 'chip-doubt' }
  if (claim) return { word: 'Incomplete', chipClass: 'chip-fail' }
  if (stop?.code === 'estimate' && !waits) return { word: 'Not started', chipClass: '' }
  if (stop?.code === 'indexer') return { word: 'Waiting for the indexer', chipClass: 'chip-doubt' }
  if (state === 'stopped' && stop?.code !== 'estimate') return { word: 'Stopped', chipClass: 'chip-doubt' }
  return waits ? { word: 'Reading', chipClass: 'chip-live' } : { word: 'Paused', chipClass: 'chip-doubt' }
}

function withDataText({ withData: { fromBytes } }: WholeClaim): string {
  return fromBytes <= 1
    ? 'Complete for accounts with data'
    : `Complete from ${formatCount(fromBytes, 'byte')} of data on`
}

export function wholeAnnouncement(whole: WholeListReport, waits: boolean): string {
  const { word } = wholeWord(whole, waits)
  const rows = formatCount(whole.rows.found, 'row')
  if (whole.claim) return `List read: ${rows}. ${whole.claim.sentences[0] ?? ''}`
  if (whole.stop && word === 'Stopped') return `Stopped after ${rows}. ${whole.stop.text}`
  return word === 'Not started' ? '' : `${word}: ${rows} so far.`
}

export function callsText({ calls, maxCalls, estimate, claim }: WholeListReport): string {
  if (claim) return formatCount(calls, 'call')
  const about = estimate ? ` of ${estimate.isAtLeast ? 'at least' : 'about'} ${groupDigits(estimate.calls)}` : ''
  const made = about === '' ? formatCount(calls, 'call') : `${groupDigits(calls)}${about} calls`
  return `${made}; at most ${groupDigits(maxCalls)}`
}

export function wholeShare({ calls, estimate, parts, claim }: WholeListReport): { value: number; max: number } | null {
  if (claim) return { value: 1, max: 1 }
  const max = Math.max(estimate?.calls ?? 0, parts.left > 0 ? calls + parts.left : 0)
  return max === 0 ? null : { value: Math.min(calls, max), max }
}

export function mayContinue({ claim, stop, maxCalls }: WholeListReport): boolean {
  if (claim) return false
  switch (stop?.code) {
    case 'failed':
      return false
    case 'memory':
      // Without a retry time, the list itself exceeds the limit.
      return stop.retryAfterMs !== undefined
    case 'calls':
      return maxCalls < MAX_CALLS
    default:
      return true
  }
}

/** False after a slow part, where the user decides. */
export function continuesByItself({ claim, stop, state }: WholeListReport): boolean {
  if (claim) return false
  return state !== 'stopped' || stop?.code === 'estimate' || stop?.code === 'unattended' || stop?.code === 'indexer'
}

export type PollState = Pick<QueryState<WholeAnswer, ProblemError>, 'data' | 'error' | 'dataUpdateCount'>

const POLL_MS = 250
const RETRY_MS = 5_000

/** False: no further request. @param since answers before the user started the reading */
export function nextPollMs({ data, error, dataUpdateCount }: PollState, since: number): number | false {
  if (error) {
    const { retryable, retryAfterMs = 0 } = error.problem
    return retryable && Math.max(RETRY_MS, retryAfterMs)
  }
  if (!data) return false
  const { whole } = data.meta
  const { code, retryAfterMs } = whole.stop ?? {}
  // The first answer may still report the slow part after which the user continued.
  const isPassing = dataUpdateCount === since + 1 && code === 'slow' && retryAfterMs !== undefined
  return (continuesByItself(whole) || isPassing) && Math.max(POLL_MS, retryAfterMs ?? 0)
}

/** The limit so far, plus the usual number if it is used up. */
export function callsToContinue({ stop, maxCalls }: WholeListReport): number {
  if (stop?.code !== 'calls') return Math.max(maxCalls, stop?.code === 'estimate' ? DEFAULT_CALLS : 1)
  return Math.min(MAX_CALLS, maxCalls + DEFAULT_CALLS)
}

export function continueLabel(whole: WholeListReport): string {
  if (whole.stop?.code === 'estimate') return 'Start reading'
  if (whole.stop?.code !== 'calls') return 'Continue'
  return `Allow ${groupDigits(callsToContinue(whole) - whole.maxCalls)} more calls`
}

export const reading = 'Reading the whole list'
export const byPages = 'pages, which kept their order'
export const readSoFar = 'What was read so far stays.'
export const orderNote = 'So far. The order is the list’s own; rows come in between while it is read.'
export const noneFound = 'No live accounts were found.'
export const readTwice = 'Read twice for exact sums'

export function estimateText(
  made: number,
  { calls, isAtLeast, seconds }: NonNullable<WholeListReport['estimate']>,
  callsPerSecond: number | null,
  isBegun: boolean,
): string {
  const left = formatCount(Math.max(0, calls - made), isBegun ? 'call' : 'more call')
  const plan = callsPerSecond === null ? '' : ` at ${groupDigits(Math.round(callsPerSecond))} calls/s`
  return `${isBegun ? 'Left:' : 'Reading all of it should take'} ${isAtLeast ? 'at least' : 'about'} ${left}, ${formatDuration(Math.max(1, seconds))}${plan}.`
}

export function partsText({ parts: { whole, split, unproven, left } }: WholeListReport): string {
  const text = `parts: ${groupDigits(whole)} whole, ${groupDigits(split)} split`
  const open = unproven > 0 ? `, ${groupDigits(unproven)} not proven` : ''
  return `${text}${open}${left > 0 ? `, ${groupDigits(left)} left` : ''}`
}

export const whyUnproven: Readonly<Record<UnprovenPart['why'], string>> = {
  alike: 'its rows are alike in every byte',
  filters: 'split no further with five filters',
  too_large: 'a row is too large for the indexer',
  missing: 'the indexer left out a row that it had listed at the same slot',
  foreign: 'the indexer listed rows with other bytes',
  repeated: 'the indexer listed a row twice',
}
export const sumIs = (isExact: boolean) => (isExact ? 'All of it comes to exactly' : 'The rows found come to')
