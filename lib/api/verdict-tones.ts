import type { Tone } from './tone'
import type { Verdict } from './verdicts'

/** A verdict's colour on pages. Apart from what else follows from it (verdicts.ts): every first visit loads this. */
export const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = {
  ok: 'live',
  degraded: 'doubt',
  behind: 'doubt',
  frozen: 'doubt',
  unreachable: 'fail',
  limited: 'doubt',
  unknown: 'plain',
}
