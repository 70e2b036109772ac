import type { Tone } from '@/lib/api/tone'

export const VERDICT_EDGES: Readonly<Record<Tone, string>> = {
  live: 'border-s-leaf',
  doubt: 'border-s-doubt',
  fail: 'border-s-fail',
  plain: 'border-s-muted',
}
