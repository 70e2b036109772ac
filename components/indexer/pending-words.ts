import type { IndexerStatus } from '@/lib/api/status'
import { VERDICT_FACTS } from '@/lib/api/verdicts'

/** What the next checks will settle: a doubt, or the way back. Null where there is neither. */
export function pendingWord({ pending }: Pick<IndexerStatus, 'pending'>): 'checking' | 'recovering' | null {
  if (!pending) return null
  // That nothing is known of it is none the better.
  return pending.better && VERDICT_FACTS[pending.to].solid ? 'recovering' : 'checking'
}
