import type { Tone } from './tone'

/** What follows from a verdict, but for its words, shapes and colour on pages (verdict-tones.ts). */
interface VerdictFacts {
  /** The higher of two is the worse. On Grafana's dashboard it is the verdict's value. */
  severity: number
  /** Its colour on badges and preview images, where no sentence stands beside it. */
  badge: Tone
  /** For monitors (draft-inadarei-api-health-check); strict ones get 200 for `pass` alone. design.md 4.4 */
  health: 'pass' | 'warn' | 'fail'
  /** False where it says nothing of the indexer itself: strict monitors go by the verdict before for a minute. */
  solid: boolean
  /** False where checks get no slot, so that nobody knows how it moves. */
  hasSlot: boolean
}

/*
 * The verdicts on an indexer (design.md 5, "Health"), in the order of metrics and answers. The compiler asks for the rest of
 * one more: its colour, its mark, its banner, its pattern in bars and its sentence; tests ask when it is given, and for its place on the
 * dashboard and in docs/on-call.md.
 */
const FACTS = {
  ok: { severity: 0, badge: 'live', health: 'pass', solid: true, hasSlot: true },
  degraded: { severity: 1, badge: 'doubt', health: 'warn', solid: true, hasSlot: true },
  behind: { severity: 2, badge: 'doubt', health: 'warn', solid: true, hasSlot: true },
  frozen: { severity: 5, badge: 'fail', health: 'fail', solid: true, hasSlot: true },
  unreachable: { severity: 6, badge: 'fail', health: 'fail', solid: true, hasSlot: false },
  limited: { severity: 3, badge: 'doubt', health: 'warn', solid: false, hasSlot: false },
  unknown: { severity: 4, badge: 'plain', health: 'warn', solid: false, hasSlot: true },
} as const satisfies Readonly<Record<string, VerdictFacts>>

/** What the checks together say about an indexer. design.md 5, "Health". */
export type Verdict = keyof typeof FACTS

/** Every verdict, in the order of metrics and answers. */
export const VERDICTS = Object.keys(FACTS) as Verdict[]

/** What follows from each verdict. */
export const VERDICT_FACTS: Readonly<Record<Verdict, VerdictFacts>> = FACTS

/** From ok to the worst. */
export const BY_SEVERITY = [...VERDICTS].sort((a, b) => FACTS[a].severity - FACTS[b].severity)
