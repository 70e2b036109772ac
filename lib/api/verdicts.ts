import type { Tone } from './tone'

interface VerdictFacts {
  /** Higher is worse; also the value on the Grafana dashboard. */
  severity: number
  badge: Tone
  /** draft-inadarei-api-health-check; strict monitors get 200 for `pass` alone. design.md 4.4 */
  health: 'pass' | 'warn' | 'fail'
  /** False: not evidence about the indexer; strict monitors get the previous verdict for a minute. */
  solid: boolean
  /** False: checks get no slot, so its movement is unknown. */
  hasSlot: boolean
}

/* In the order of metrics and answers; design.md 5, "Health". For a new verdict the compiler and tests report what is missing. */
const FACTS = {
  ok: { severity: 0, badge: 'live', health: 'pass', solid: true, hasSlot: true },
  degraded: { severity: 1, badge: 'doubt', health: 'warn', solid: true, hasSlot: true },
  behind: { severity: 2, badge: 'doubt', health: 'warn', solid: true, hasSlot: true },
  frozen: { severity: 5, badge: 'fail', health: 'fail', solid: true, hasSlot: true },
  unreachable: { severity: 6, badge: 'fail', health: 'fail', solid: true, hasSlot: false },
  limited: { severity: 3, badge: 'doubt', health: 'warn', solid: false, hasSlot: false },
  unknown: { severity: 4, badge: 'plain', health: 'warn', solid: false, hasSlot: true },
} as const satisfies Readonly<Record<string, VerdictFacts>>

export type Verdict = keyof typeof FACTS

export const VERDICTS = Object.keys(FACTS) as Verdict[]

export const VERDICT_FACTS: Readonly<Record<Verdict, VerdictFacts>> = FACTS

export const VERDICTS_BY_SEVERITY = [...VERDICTS].sort((a, b) => FACTS[a].severity - FACTS[b].severity)
