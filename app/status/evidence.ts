import { pendingWord } from '@/components/status/verdict'
import type { ChainHead, IndexerStatus, ProbeSample, Standstill } from '@/lib/api/status'
import { formatSpan } from '@/lib/format/block-time'
import { formatCount, groupDigits } from '@/lib/format/numbers'

/* features.md, "/status": the health response, the slot's movement, failed checks. Unknown values are shown as unknown. */

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
