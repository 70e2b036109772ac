import { formatCount, groupDigits } from '../format/numbers'
import type { Comparison } from './contract'
import type { ComparedWhat } from './methods'

const NOUNS: Readonly<Record<ComparedWhat, string>> = {
  owner: 'account',
  delegate: 'token account',
  signatures: 'transaction',
  latest: 'transaction',
  slot: 'slot',
  health: 'answer',
}

export function summaryOf(comparison: Omit<Comparison, 'summary'>): string {
  const { what, verdict, sides, unsettled } = comparison
  const [one, other] = [sides[0].label, sides[1].label]
  switch (verdict) {
    case 'not_compared':
      return sides.flatMap(({ label, failed }) => (failed ? `${label} could not be compared: ${failed}` : [])).join(' ')
    case 'equal':
      return equalWords(comparison)
    case 'differs':
      return `${one} and ${other} disagree: ${differencesText(comparison)}.`
    case 'not_settled':
      if (what === 'slot') return apartWords(comparison)
      return `No difference between ${one} and ${other} was found, but not all is settled: ${unsettled[0]?.because ?? ''}.`
    default:
      return verdict satisfies never
  }
}

export function differencesText({
  what,
  sides,
  differences,
  differencesFound,
}: Pick<Comparison, 'what' | 'sides' | 'differences' | 'differencesFound'>): string {
  const noun = NOUNS[what]
  const changed = differences.filter((each) => each.kind === 'fields')
  const fields = new Set(changed.flatMap((each) => each.fields.map(({ name }) => name)))
  const more = differencesFound - differences.length
  const onSide = (kind: 'only' | 'duplicate', words: string) =>
    sides.flatMap(({ label }, on) => {
      const rows = differences.filter((each) => each.kind === kind && each.on === on).length
      return rows > 0 ? `${formatCount(rows, noun)} ${words} ${label}` : []
    })
  const parts = [
    ...(changed.length > 0
      ? [`${formatCount(changed.length, noun)} with other values (${[...fields].join(', ')})`]
      : []),
    ...onSide('only', 'only on'),
    ...onSide('duplicate', 'more than once on'),
    ...differences.flatMap((each) =>
      each.kind === 'answer' ? sides.map(({ label }, on) => `${label} says ${String(each.values[on])}`) : [],
    ),
    ...(more > 0 ? [`${groupDigits(more)} more`] : []),
  ]
  return parts.join(', ')
}

function equalWords({ what, sides, rowsCompared, setAside }: Omit<Comparison, 'summary'>): string {
  const names = `${sides[0].label} and ${sides[1].label}`
  if (what === 'slot') return `${names} are both at slot ${groupDigits(sides[0].slots?.to ?? 0)}.`
  if (what === 'health') return `${names} say the same of their health.`
  const aside = setAside.created + setAside.consumed + setAside.above
  const explained = aside > 0 ? ` Their slots explain ${groupDigits(aside)} more that one of them lacks.` : ''
  const noun = NOUNS[what]
  if (rowsCompared === 0) return `${names} agree: there is no ${noun} that both should have.${explained}`
  return `${names} agree on ${rowsCompared === 1 ? '' : 'all '}${formatCount(rowsCompared, noun)}.${explained}`
}

function apartWords({ sides, slotsApart }: Omit<Comparison, 'summary'>): string {
  const behind = (sides[0].slots?.to ?? 0) < (sides[1].slots?.to ?? 0) ? 0 : 1
  return `${sides[behind].label} is ${formatCount(slotsApart ?? 0, 'slot')} behind ${sides[behind === 0 ? 1 : 0].label}.`
}
