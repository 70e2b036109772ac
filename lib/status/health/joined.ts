import type { Degradation, HeadAge, ProbeSample } from '../../api/status'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { formatDuration } from '../../format/duration'
import { formatCount, groupDigits } from '../../format/numbers'
import { type MethodName, methods } from '../../protocol/rpc/methods'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'

/* Combines all evidence of one check. design.md 5, "Health". Pure. */

export type Finding = Pick<ProbeSample, 'says' | 'lag' | 'text'>

/** Data at least this old mean `behind`, even if the indexer reports ok. */
export const OLD_SECONDS = 60

export interface CheckEvidence {
  answered: Finding
  /** From clients' requests, and from getIndexerHealth if `degraded`. */
  degradations: readonly Degradation[]
  /** Operations that canaries were refused with 429. */
  refused?: readonly MethodName[]
  /** Estimated from the times of signatures; null: unknown. */
  headAge: HeadAge | null
  /** Set if the slot is further below the highest one than a fork explains. */
  setBack: { from: number; slots: number } | null
  /** Slots above the head after the chain was replaced; 0: none, or unknown. */
  above?: number
}

/** The worst evidence decides, and replaces `unknown` or `degraded` answers. `unreachable` and `limited` stay. */
export function joinEvidence({
  answered,
  degradations,
  refused = [],
  headAge,
  setBack,
  above = 0,
}: CheckEvidence): Finding {
  if (answered.says === 'unreachable' || answered.says === 'limited') return answered
  const leastAge = minHeadAge(headAge)
  const findings: (Finding | null)[] = [
    above > SMALL_STEP_BACK ? { says: 'behind', lag: null, text: aboveWords(above) } : null,
    setBack && { says: 'behind', lag: setBack.slots, text: setBackWords(setBack) },
    leastAge > OLD_SECONDS ? { says: 'behind', lag: null, text: ageWords(leastAge) } : null,
    refused.length > 0 ? { says: 'limited', lag: null, text: `It refused ${listed(refused)} (HTTP 429).` } : null,
    degradations.length > 0 ? { says: 'degraded', lag: null, text: degradationText(degradations) } : null,
  ]
  const found = findings.filter((finding) => finding !== null)
  const knowsLess = answered.says === 'unknown' || answered.says === 'degraded'
  const all = knowsLess && found.length > 0 ? found : [answered, ...found]
  return all.reduce((worst, next) => (severityOf(next.says) > severityOf(worst.says) ? next : worst))
}

export function minHeadAge(headAge: HeadAge | null): number {
  return headAge ? headAge.seconds - headAge.errorSeconds : 0
}

export function isRecent(headAge: HeadAge | null): boolean {
  return headAge !== null && headAge.seconds + headAge.errorSeconds <= OLD_SECONDS
}

export function degradationText(degradations: readonly Degradation[]): string {
  const failing = new Map<string, string[]>()
  const slow: Of<'slow'>[] = []
  const old: Of<'old slot'>[] = []
  const others: string[] = []
  for (const degradation of degradations) {
    if (degradation.kind === 'fails') {
      failing.set(degradation.text, [...(failing.get(degradation.text) ?? []), degradation.method])
    } else if (degradation.kind === 'slow') slow.push(degradation)
    else if (degradation.kind === 'old slot') old.push(degradation)
    else others.push(wordsOf(degradation))
  }
  const fails = [...failing].map(
    ([text, names]) => `${who(names)} ${names.length === 1 ? 'fails' : 'fail'}: ${endSentence(text)}`,
  )
  return [
    ...fails,
    ...(slow.length > 0 ? [slowWords(slow)] : []),
    ...(old.length > 0 ? [oldWords(old)] : []),
    ...others,
  ].join(' ')
}

type Of<K extends Degradation['kind']> = Extract<Degradation, { kind: K }>

function slowWords(slow: readonly Of<'slow'>[]): string {
  const medians = slow.map(({ medianMs }) => medianMs).sort((a, b) => a - b)
  const [least = 0, most = 0, middle = 0] = [medians[0], medians.at(-1), medians[Math.floor(medians.length / 2)]]
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const words = most < 1.25 * least ? seconds(middle) : `${seconds(least)} to ${seconds(most)}`
  const is = slow.length === 1 ? 'is' : 'are'
  return `${who(slow.map(({ method }) => method))} ${is} slow (median ${words} s).`
}

function oldWords(old: readonly Of<'old slot'>[]): string {
  const most = formatCount(Math.max(...old.map(({ slots }) => slots)), 'slot')
  const names = who(old.map(({ method }) => method))
  return old.length === 1
    ? `${names} answers from ${most} below the indexer’s own slot.`
    : `${names} answer from up to ${most} below the indexer’s own slot.`
}

function who(names: readonly string[]): string {
  return names.length === OPERATIONS ? `All ${OPERATIONS} operations` : listed(names)
}

const OPERATIONS = Object.keys(methods).length

function wordsOf(degradation: Exclude<Degradation, { kind: 'fails' | 'slow' | 'old slot' }>): string {
  switch (degradation.kind) {
    case 'emptied':
      return `${degradation.method} has no rows any more, though it had some on this chain.`
    case 'wrong rows':
      return `${formatCount(degradation.hashes, 'account')} in its answers do not match their hashes.`
    case 'disagrees':
      return `${degradation.indexers.join(' and ')} disagree: ${degradation.text}.`
    case 'indexer':
      return `${degradation.indexer} is ${degradation.verdict}: ${endSentence(degradation.text)}`
    case 'health':
      return endSentence(degradation.text)
    default:
      return degradation satisfies never
  }
}

function ageWords(seconds: number): string {
  return `Its newest data is at least ${formatDuration(Math.floor(seconds))} old by the times of its signatures.`
}

function aboveWords(slots: number): string {
  return `It is ${formatCount(slots, 'slot')} above the chain, which was replaced: its data are of the chain before.`
}

function setBackWords({ from, slots }: { from: number; slots: number }): string {
  return `It went back ${formatCount(slots, 'slot')}, from slot ${groupDigits(from)}.`
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

export function severityOf(verdict: Verdict): number {
  return VERDICT_FACTS[verdict].severity
}
