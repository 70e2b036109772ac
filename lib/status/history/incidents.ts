import type { Verdict } from '../../api/verdicts'
import type { Incident } from './contract'
import { isoOf, OUTLASTS_MS, SLACK_MS } from './periods'

/** Oldest first. A restart does not end an incident, a longer gap does. Pure; epoch milliseconds. */
export function incidentsOf(periods: readonly { fromMs: number; toMs: number; verdict: Verdict | null }[]): Incident[] {
  const incidents: { first: number; last: number; verdicts: Verdict[] }[] = []
  let isOpen = false
  periods.forEach(({ verdict, fromMs, toMs }, i) => {
    if (verdict === null && toMs - fromMs <= OUTLASTS_MS + SLACK_MS) return
    if (verdict === null || verdict === 'ok') {
      const open = incidents.at(-1)
      // A restart just before the first good check.
      if (isOpen && open && verdict === 'ok' && open.last < i - 1) open.last = i - 1
      isOpen = false
      return
    }
    if (!isOpen) incidents.push({ first: i, last: i, verdicts: [] })
    isOpen = true
    const open = incidents.at(-1)
    if (!open) return
    open.last = i
    if (open.verdicts.at(-1) !== verdict) open.verdicts.push(verdict)
  })
  return incidents.map(({ first, last, verdicts }) => {
    const [fromMs, toMs] = [periods[first]?.fromMs ?? 0, periods[last]?.toMs ?? 0]
    return {
      from: isoOf(fromMs),
      to: isoOf(toMs),
      seconds: (toMs - fromMs) / 1000,
      verdicts,
      cutAtStart: first === 0,
      cutAtEnd: last === periods.length - 1,
    }
  })
}
