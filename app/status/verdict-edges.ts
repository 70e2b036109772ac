import type { Tone } from '@/lib/api/tone'

/** The edge of a panel that says how something is, by its tone. */
export const VERDICT_EDGES: Readonly<Record<Tone, string>> = {
  live: 'border-s-leaf',
  doubt: 'border-s-doubt',
  fail: 'border-s-fail',
  plain: 'border-s-muted',
}
