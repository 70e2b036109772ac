import type { IndexerStatus } from '@/lib/api/status'

/** What the next checks will settle: a doubt, or the way back. Null where there is neither. */
export function pendingWord({ pending }: Pick<IndexerStatus, 'pending'>): 'checking' | 'recovering' | null {
  return pending && (pending.better ? 'recovering' : 'checking')
}
