import { BY_SEVERITY, VERDICT_FACTS, type Verdict } from '@/lib/api/verdicts'
import type { VerdictPeriod } from '@/lib/status/history/contract'
import type { TimeRange } from '@/lib/status/range'

/** A part of a state bar, in per cent of its width. Null: no sample. */
export interface Run {
  verdict: Verdict | null
  /** True where it was ok for part of the time: short incidents do not make a bar look as if all of it had been bad. */
  partly: boolean
  start: number
  width: number
}

/** Columns of a bar: as narrow as still can be seen on a phone, and few enough that the longest history stays small. */
const COLUMNS = 300

/** What a column shows that holds several: the one that people on call must not miss. A gap is never covered by ok. */
const RANKS: readonly (Verdict | null)[] = [
  'ok',
  null,
  // What says nothing of the indexer itself; limited says more than unknown.
  ...BY_SEVERITY.filter((verdict) => !VERDICT_FACTS[verdict].solid).reverse(),
  ...BY_SEVERITY.filter((verdict) => VERDICT_FACTS[verdict].solid && verdict !== 'ok'),
]
const RANK = new Map(RANKS.map((verdict, rank) => [verdict, rank]))

/**
 * The parts of a state bar over a time range. A short incident takes a whole column, however long the range is; what no
 * period covers is a gap.
 */
export function runsOf(periods: readonly VerdictPeriod[], { fromMs, toMs }: TimeRange): Run[] {
  const perMs = COLUMNS / (toMs - fromMs)
  const worst = new Array<Verdict | null | undefined>(COLUMNS).fill(undefined)
  const wasOk = new Array<boolean>(COLUMNS).fill(false)
  for (const { from, to, verdict } of periods) {
    const start = (Date.parse(from) - fromMs) * perMs
    const end = (Date.parse(to) - fromMs) * perMs
    const last = Math.min(COLUMNS, Math.max(Math.ceil(end), Math.floor(start) + 1))
    for (let i = Math.max(0, Math.floor(start)); i < last && end > 0; i++) {
      const held = worst[i]
      if (held === undefined || rankOf(verdict) > rankOf(held)) worst[i] = verdict
      if (verdict === 'ok') wasOk[i] = true
    }
  }
  const runs: Run[] = []
  worst.forEach((held, i) => {
    const verdict = held ?? null
    const partly = verdict !== null && verdict !== 'ok' && wasOk[i] === true
    const last = runs.at(-1)
    if (last?.verdict === verdict && last.partly === partly) last.width += 100 / COLUMNS
    else runs.push({ verdict, partly, start: (i * 100) / COLUMNS, width: 100 / COLUMNS })
  })
  return runs
}

function rankOf(verdict: Verdict | null): number {
  return RANK.get(verdict) ?? 0
}

/** The verdict at a moment. @param ms since the epoch @returns null where there is no sample */
export function verdictAt(periods: readonly VerdictPeriod[], ms: number): Verdict | null {
  const period = periods.find(({ from, to }) => Date.parse(from) <= ms && ms < Date.parse(to))
  return period?.verdict ?? null
}
