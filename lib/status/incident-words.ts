import { formatSpan } from '../format/block-time'
import { formatDuration } from '../format/duration'
import { formatCount, groupDigits } from '../format/numbers'
import { escapeInvisible } from '../format/text'
import type { IncidentDocument, OperatorNote } from './history/contract'

/* Shared by the page and the Markdown file, so that both say the same. */

export interface IncidentFact {
  name: string
  value: string
}

const NOT_RECORDED = 'not recorded'

export function incidentTitle(incident: IncidentDocument): string {
  const { network, verdict, ended, history } = incident
  const end = ended !== null ? '' : history.reason === undefined ? ', not over' : ', end not known'
  return `${network} indexer ${verdict} ${incidentSpan(incident)}${end}`
}

/** Behind the worst verdict, which may have held for a part of the time. */
export function incidentSpan({ verdict, turns, seconds }: IncidentDocument): string {
  const isMixed = turns.some(({ to }) => to !== verdict && to !== 'ok')
  return isMixed ? `at worst, ${durationOf(seconds)} in all` : `for ${durationOf(seconds)}`
}

export function incidentCause({ cause }: Pick<IncidentDocument, 'cause'>): string {
  return cause === null
    ? 'Cause not recorded: an earlier version of Leafscan recorded this incident. Its course has what was said then.'
    : escapeInvisible(cause)
}

export function incidentTimes(incident: IncidentDocument): IncidentFact[] {
  const { began, confirmedAt, ended, endConfirmedAt, asOf, history } = incident
  const open =
    history.reason === undefined ? `not yet, as of ${utc(asOf)}` : `not known. Not recording: ${history.reason}`
  return [
    { name: 'Began', value: utc(began) },
    { name: 'Confirmed', value: utc(confirmedAt) },
    { name: 'Ended', value: ended === null ? open : utc(ended) },
    ...(endConfirmedAt === null ? [] : [{ name: 'End confirmed', value: utc(endConfirmedAt) }]),
  ]
}

export function incidentEvidence({ operations, indexers, lastError }: IncidentDocument): IncidentFact[] {
  if (operations === null || indexers === null) return [{ name: 'Evidence', value: NOT_RECORDED }]
  return [
    ...(indexers.length === 0
      ? []
      : [{ name: 'Indexer', value: escapeInvisible(indexers.map(indexerWords).join(' ')) }]),
    ...(operations.length === 0 ? [] : [{ name: 'Operations', value: escapeInvisible(operationWords(operations)) }]),
    ...(lastError === null
      ? []
      : [{ name: 'Last error', value: `${escapeInvisible(lastError.text)} (${utc(lastError.at)})` }]),
  ]
}

export function incidentNumbers(incident: IncidentDocument): IncidentFact[] {
  const { seconds, unseenSeconds, budget, answers, began, ended, asOf } = incident
  const { spentSeconds, allowedSeconds, objective, days } = budget
  const end = ended ?? asOf
  const { points } = incident.history
  const slots = points.filter(({ slot }) => slot !== null)
  const [before, after] = [slots.findLast(({ at }) => at < began), slots.find(({ at }) => at >= end) ?? slots.at(-1)]
  const lags = points.flatMap(({ at, lag }) => (at >= began && at <= end && lag !== null ? lag : []))
  const share = ((100 * spentSeconds) / allowedSeconds).toFixed(1)
  return [
    { name: 'Duration', value: durationOf(seconds) },
    {
      name: 'Not available',
      value: `${durationOf(spentSeconds)}, ${share}% of the error budget (${objective}% over ${days} days)`,
    },
    { name: 'Errors given to readers', value: answers ? groupDigits(answers.failed) : NOT_RECORDED },
    { name: 'Stale answers to readers', value: answers ? groupDigits(answers.stale) : NOT_RECORDED },
    { name: 'Slot before', value: slotText(before?.slot) },
    { name: ended === null ? 'Newest slot' : 'Slot after', value: slotText(after?.slot) },
    { name: 'Largest lag', value: lags.length === 0 ? 'not reported' : formatCount(Math.max(...lags), 'slot') },
    ...(unseenSeconds >= 1 ? [{ name: 'Without checks', value: durationOf(unseenSeconds) }] : []),
  ]
}

export function noteHeading({ kind, from, to }: Pick<OperatorNote, 'kind' | 'from' | 'to'>): string {
  if (kind === 'maintenance') return `Maintenance, ${utc(from)} to ${utc(to)}`
  return `${kind === 'note' ? 'Note' : 'Acknowledged'}, ${utc(to)}`
}

/** The lines of a note, which may have several. */
export function noteLines({ note }: Pick<OperatorNote, 'note'>): string[] {
  return note.split(/\r?\n/).map(escapeInvisible)
}

/** `2026-11-29 14:05:30 UTC`. */
export function utc(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`
}

function indexerWords({ indexer, verdict, text }: { indexer: string; verdict: string; text: string }): string {
  return `${indexer}: ${verdict}. ${text}`
}

/** Operations that failed alike are named together. */
function operationWords(operations: readonly { operation: string; text: string }[]): string {
  const names = new Map<string, string[]>()
  for (const { operation, text } of operations) {
    const what = text.replace(`${operation} `, '')
    names.set(what, [...(names.get(what) ?? []), operation])
  }
  const plural = (what: string) =>
    what
      .replace(/^fails/, 'fail')
      .replace(/^is /, 'are ')
      .replace(/^answers/, 'answer')
  return [...names]
    .map(([what, of]) => `${of.join(', ').replace(/, (?=\w+$)/, ' and ')} ${of.length > 1 ? plural(what) : what}`)
    .join(' ')
}

function slotText(slot: number | null | undefined): string {
  return slot == null ? 'unknown' : groupDigits(slot)
}

function durationOf(seconds: number): string {
  return seconds < 1 ? formatSpan(0) : formatDuration(Math.round(seconds))
}
