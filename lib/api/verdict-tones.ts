import type { Tone } from './tone'
import type { Verdict } from './verdicts'

/** Separate from verdicts.ts because every first visit loads this. */
export const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = {
  ok: 'live',
  degraded: 'doubt',
  behind: 'doubt',
  frozen: 'doubt',
  unreachable: 'fail',
  limited: 'doubt',
  unknown: 'plain',
}
