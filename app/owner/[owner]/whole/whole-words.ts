import { MOST_CALLS, USUAL_CALLS, type Whole, type WholeClaim } from '@/lib/api/whole'
import { counted, groupDigits } from '@/lib/format/numbers'

/** A state of a list that is read whole: a word in a chip. */
export interface WholeWord {
  word: string
  /** A class of chips: globals.css. */
  chipClass: string
}

/** The state in a word. @param waits true while this page requests more of it */
export function wholeWord({ state, claim, stop }: Whole, waits: boolean): WholeWord {
  if (claim?.complete === true) return { word: 'Complete', chipClass: 'chip-live' }
  if (claim?.complete === null && claim.withData.proven) return { word: withDataText(claim), chipClass: 'chip-live' }
  if (claim?.complete === null) return { word: 'Not proven complete', chipClass: 'chip-doubt' }
  if (claim) return { word: 'Incomplete', chipClass: 'chip-fail' }
  if (stop?.code === 'estimate' && !waits) return { word: 'Not started', chipClass: '' }
  if (stop?.code === 'indexer') return { word: 'Waiting for the indexer', chipClass: 'chip-doubt' }
  if (state === 'stopped' && stop?.code !== 'estimate') return { word: 'Stopped', chipClass: 'chip-doubt' }
  return waits ? { word: 'Reading', chipClass: 'chip-live' } : { word: 'Paused', chipClass: 'chip-doubt' }
}

/** Which accounts are complete, where others cannot be excluded. */
function withDataText({ withData: { fromBytes } }: WholeClaim): string {
  return fromBytes <= 1 ? 'Complete for accounts with data' : `Complete from ${counted(fromBytes, 'byte')} of data on`
}

/** Said to who cannot see the chip, when the state changes. */
export function wholeAnnouncement(whole: Whole, waits: boolean): string {
  const { word } = wholeWord(whole, waits)
  const rows = counted(whole.rows.found, 'row')
  if (whole.claim) return `List read: ${rows}. ${whole.claim.sentences[0] ?? ''}`
  if (whole.stop && word === 'Stopped') return `Stopped after ${rows}. ${whole.stop.text}`
  return word === 'Not started' ? '' : `${word}: ${rows} so far.`
}

/** How many of its calls were made, and of how many. */
export function callsText({ calls, maxCalls, estimate, claim }: Whole): string {
  if (claim) return counted(calls, 'call')
  const about = estimate ? ` of ${estimate.isAtLeast ? 'at least' : 'about'} ${groupDigits(estimate.calls)}` : ''
  const made = about === '' ? counted(calls, 'call') : `${groupDigits(calls)}${about} calls`
  return `${made}; at most ${groupDigits(maxCalls)}`
}

/** What is left to be read until it ends, as the value and the greatest value of a progress bar; null: not known. */
export function wholeShare({ calls, estimate, parts, claim }: Whole): { value: number; max: number } | null {
  if (claim) return { value: 1, max: 1 }
  const max = Math.max(estimate?.calls ?? 0, parts.left > 0 ? calls + parts.left : 0)
  return max === 0 ? null : { value: Math.min(calls, max), max }
}

/** Reasons for which requesting more of it leads nowhere. */

/** True where requesting it again lets it go on, or gets it started. */
export function mayContinue({ claim, stop, maxCalls }: Whole): boolean {
  if (claim) return false
  switch (stop?.code) {
    case 'failed':
      return false
    case 'memory':
      // Without it, it takes as much as one list may.
      return stop.retryAfterMs !== undefined
    case 'calls':
      return maxCalls < MOST_CALLS
    default:
      return true
  }
}

/**
 * True where a page requests more of it without being asked to. A part that was slow is the reader's to decide about.
 */
export function keepsOn({ claim, stop, state }: Whole): boolean {
  if (claim) return false
  return state !== 'stopped' || stop?.code === 'estimate' || stop?.code === 'unattended' || stop?.code === 'indexer'
}

/** Calls that it may make when it goes on: those that were allowed, and as many more as are usual where they were made. */
export function callsToContinue({ stop, maxCalls }: Whole): number {
  if (stop?.code !== 'calls') return Math.max(maxCalls, stop?.code === 'estimate' ? USUAL_CALLS : 1)
  return Math.min(MOST_CALLS, maxCalls + USUAL_CALLS)
}

/** What the way on is called. */
export function continueLabel(whole: Whole): string {
  if (whole.stop?.code === 'estimate') return 'Start reading'
  if (whole.stop?.code !== 'calls') return 'Continue'
  return `Allow ${groupDigits(callsToContinue(whole) - whole.maxCalls)} more calls`
}
