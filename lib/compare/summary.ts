import { counted, groupDigits } from '../format/numbers'
import type { ComparedWhat, Comparison, Difference, Pair } from './contract'

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
      return `${one} and ${other} disagree: ${differencesInWords(comparison)}.`
    case 'not_settled':
      if (what === 'slot') return apartWords(comparison)
      return `No difference between ${one} and ${other} was found, but not all is settled: ${unsettled[0]?.because ?? ''}.`
    default:
      return verdict satisfies never
  }
}

export function differencesInWords({
  what,
  sides,
  differences,
  differencesFound,
}: Pick<Comparison, 'what' | 'sides' | 'differences' | 'differencesFound'>): string {
  const noun = NOUNS[what]
  const labels = [sides[0].label, sides[1].label] as const
  const more = differencesFound - differences.length
  const parts = [
    ...fieldWords(differences, noun),
    ...[0, 1].flatMap((on) => {
      const only = differences.filter((each) => each.kind === 'only' && each.on === on).length
      return only > 0 ? `${counted(only, noun)} only on ${labels[on]}` : []
    }),
    ...[0, 1].flatMap((on) => {
      const double = differences.filter((each) => each.kind === 'duplicate' && each.on === on).length
      return double > 0 ? `${counted(double, noun)} more than once on ${labels[on]}` : []
    }),
    ...differences.flatMap((each) => (each.kind === 'answer' ? answerWords(labels, each.values) : [])),
    ...(more > 0 ? [`${groupDigits(more)} more`] : []),
  ]
  return parts.join(', ')
}

function fieldWords(differences: readonly Difference[], noun: string): string[] {
  const changed = differences.flatMap((each) => (each.kind === 'fields' ? each.fields.map(({ name }) => name) : []))
  const rows = differences.filter(({ kind }) => kind === 'fields').length
  return rows > 0 ? [`${counted(rows, noun)} with other values (${[...new Set(changed)].join(', ')})`] : []
}

function answerWords(labels: Pair<string>, values: Pair<unknown>): string {
  return `${labels[0]} says ${String(values[0])}, ${labels[1]} says ${String(values[1])}`
}

function equalWords({ what, sides, rowsCompared, setAside }: Omit<Comparison, 'summary'>): string {
  const names = `${sides[0].label} and ${sides[1].label}`
  if (what === 'slot') return `${names} are both at slot ${groupDigits(sides[0].slots?.to ?? 0)}.`
  if (what === 'health') return `${names} say the same of their health.`
  const aside = setAside.created + setAside.consumed + setAside.above
  const explained = aside > 0 ? ` Their slots explain ${groupDigits(aside)} more that one of them lacks.` : ''
  const noun = NOUNS[what]
  if (rowsCompared === 0) return `${names} agree: there is no ${noun} that both should have.${explained}`
  return `${names} agree on ${rowsCompared === 1 ? '' : 'all '}${counted(rowsCompared, noun)}.${explained}`
}

function apartWords({ sides, slotsApart }: Omit<Comparison, 'summary'>): string {
  const behind = (sides[0].slots?.to ?? 0) < (sides[1].slots?.to ?? 0) ? 0 : 1
  return `${sides[behind].label} is ${counted(slotsApart ?? 0, 'slot')} behind ${sides[behind === 0 ? 1 : 0].label}.`
}
