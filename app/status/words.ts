import { pendingWord } from '@/components/status/verdict'
import type { ChainHead, IndexerStatus, ProbeSample, Standstill } from '@/lib/api/status'
import { formatSpan } from '@/lib/format/block-time'
import { formatCount, groupDigits } from '@/lib/format/numbers'

/* Of /status, for the browser. features.md, "/status". Unknown values are shown as unknown. */

export const whatToDo = 'What to do'
export const lastStatus = 'Showing the last known status.'
export const firstCheck = 'First check in progress.'
export const checkedEvery = (seconds: number) => `Checked every ${seconds} s · last check`
export const unknownNow = (verdict: string) => `unknown · last known: ${verdict}`
export const notMoved = 'no movement seen yet'
export const noBlockTime = 'no block time yet'
export const noAge = `unknown: ${noBlockTime}`
export const noSignature = 'not read yet'
export const neverOk = 'none since this explorer started'
export const ageSource = (slot: number, time: string) =>
  `Estimated from the block time of slot ${groupDigits(slot)}, ${time} UTC, and the slots since.`
export const noChecks = 'No checks yet.'
export const leftOut = 'left out by setting'
export const noRequestsYet = 'no requests yet'
export const noRequests = 'No requests yet.'
export const requestsOf = (seconds: number) => `this explorer’s requests, last ${formatSpan(seconds)}`
export const notFound = (isExpected: boolean) => (isExpected ? 'ok (not found, as expected)' : 'ok (not found)')

export const notAnswering = 'The explorer does not answer, last answer'
export const lastKnown = (verdict: string, summary: string) => `Last known: ${verdict}. ${summary}`
export const lastHour = 'Last hour'
export const wholePage = 'Status page'
export const noPace = 'speed unknown'
export const pace = (slotsPerSecond: number) => `${slotsPerSecond.toFixed(2)} slots/s`

export const lastHistory = 'Showing the history loaded earlier.'
export const hover = 'Hover over a chart for values, drag to zoom. '
export const inUtc = 'Times are UTC.'
export const recordedBy = {
  this: 'Recorded by this explorer · oldest check',
  another: 'Recorded by another explorer on the same data folder · oldest check',
  nobody: 'Recorded earlier · oldest check',
}
export const nothingRecorded = 'Nothing recorded yet. The first check will appear here.'
export const noneInRange = 'No checks in this range: the indexer’s status is unknown.'
export const noIncidents = 'No incidents recorded in this range.'
export const noCause = 'Cause not recorded.'
export const newestIncidents = (count: number) => `Showing the newest ${count}. Narrow the range to see the rest.`
export const noTurns = 'The changes of its status are no longer on record.'
export const noNotes = 'No notes. Operators add them with POST /incident-note.'
export const noSlot = 'No slot in this range.'
export const noSpeed = 'No two consecutive slots in this range.'
export const noHeadAge = 'No data age in this range: it needs a transaction with a known block time.'
export const noLag = 'Lag not known in this range: healthy indexers report none.'
export const noLatency = 'No check finished in this range.'

export function lagText(status: Pick<IndexerStatus, 'lag' | 'trend' | 'arrivalSeconds' | 'verdict' | 'chain'>): string {
  const { trend, arrivalSeconds, verdict, chain } = status
  const lag = chain?.lag ?? status.lag
  if (lag === null) return verdict === 'ok' ? 'not reported while healthy' : 'not reported'
  const seconds = chain?.lagSeconds ? ` (${formatSpan(chain.lagSeconds)})` : ''
  const arrival =
    arrivalSeconds === null ? '' : `, caught up in about ${formatSpan(Math.max(1, Math.round(arrivalSeconds)))}`
  return `${lag === 0 ? 'none' : formatCount(lag, 'slot')}${seconds}${trend ? `, ${trend}` : ''}${arrival}`
}

export function chainText({ slot, nodes, counted: heads, moves }: ChainHead): string {
  const who = nodes === 1 ? 'by its node' : `by ${heads === nodes ? nodes : `${heads} of ${nodes}`} nodes`
  return `slot ${groupDigits(slot)}${moves ? '' : ', where it stopped'}, ${who}`
}

export function healthText(sample: ProbeSample | undefined, summary: string): string {
  if (!sample) return 'not checked yet'
  return summary.includes(sample.text.replace(/\.$/, '')) && sample.text !== 'ok' ? sample.says : sample.text
}

export function failureText(samples: readonly ProbeSample[]): string {
  if (samples.length === 0) return 'no checks yet'
  const failed = samples.filter(({ slot }) => slot === null).length
  if (samples.length === 1) return failed === 1 ? 'the only check' : 'none, 1 check so far'
  if (failed === 0) return `none of the last ${samples.length}`
  return failed === samples.length ? `all of the last ${samples.length}` : `${failed} of the last ${samples.length}`
}

export function standstillText(who: Standstill, chain: ChainHead | null): string {
  switch (who) {
    case 'indexer':
      return 'indexer; the chain is moving'
    case 'chain':
      return chain ? 'chain' : 'chain or indexer (can’t tell)'
    case 'not known':
      return chain ? 'unknown so far' : 'unknown: no chain node to compare with'
    default:
      return who satisfies never
  }
}

/** Never rounded up to 100 % nor down to 0 %. */
export function shareText(seconds: number, of: number): string {
  if (seconds <= 0) return '0%'
  if (seconds >= of) return '100%'
  const share = Math.floor((seconds / of) * 10_000) / 100
  return share === 0 ? '<0.01%' : `${share}%`
}

export function timeRangeText({ fromMs, toMs }: { fromMs: number; toMs: number }): string {
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString())
  if (!from || !to) return ''
  const sameDay = from.slice(0, 10) === to.slice(0, 10)
  return `${day(from)} ${clock(from)} to ${sameDay ? '' : `${day(to)} `}${clock(to)} UTC`
}

function day(iso: string): string {
  return iso.slice(0, 10)
}

function clock(iso: string): string {
  return iso.slice(11, iso.slice(17, 19) === '00' ? 16 : 19)
}

export function doubtText(status: Pick<IndexerStatus, 'pending' | 'standingSince'>): string | null {
  const word = pendingWord(status)
  if (word === null || status.pending === null) return word && `slot ${word}`
  const { to, checks, needed } = status.pending
  return `${word}${to === 'ok' ? '' : `: ${to}`}, ${Math.min(checks, needed)} of ${needed} checks`
}
