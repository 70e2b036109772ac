import { VERDICT_FACTS, VERDICTS_BY_SEVERITY, type Verdict } from '@/lib/api/verdicts'
import type { VerdictPeriod } from '@/lib/status/history/contract'
import type { TimeRange } from '@/lib/status/range'

export interface VerdictRun {
  verdict: Verdict | null
  /** True if the indexer was ok for a part of it, so that a short incident does not look like a long one. */
  partly: boolean
  start: number
  width: number
}

/** Visible on a phone, and small for the longest history. */
const COLUMNS = 300

/** A column with several verdicts shows the one that people on call must not miss. Ok never covers a gap. */
const RANKS: readonly (Verdict | null)[] = [
  'ok',
  null,
  // Verdicts not about the indexer itself; limited has more information than unknown.
  ...VERDICTS_BY_SEVERITY.filter((verdict) => !VERDICT_FACTS[verdict].solid).reverse(),
  ...VERDICTS_BY_SEVERITY.filter((verdict) => VERDICT_FACTS[verdict].solid && verdict !== 'ok'),
]
const RANK = new Map(RANKS.map((verdict, rank) => [verdict, rank]))

/** A short incident takes a whole column, however long the range. Time without a period is a gap. */
export function verdictRuns(periods: readonly VerdictPeriod[], { fromMs, toMs }: TimeRange): VerdictRun[] {
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
  const runs: VerdictRun[] = []
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

/** @param ms Unix milliseconds @returns null: no sample */
export function verdictAt(periods: readonly VerdictPeriod[], ms: number): Verdict | null {
  const period = periods.find(({ from, to }) => Date.parse(from) <= ms && ms < Date.parse(to))
  return period?.verdict ?? null
}
