import type { IndexerStatus } from '@/lib/api/status'

/** A doubt about the verdict, or the way back. Null where there is neither. */
export function pendingWord({
  pending,
  standingSince,
}: Pick<IndexerStatus, 'pending' | 'standingSince'>): 'checking' | 'recovering' | 'not moving' | null {
  if (pending) return pending.better ? 'recovering' : 'checking'
  return standingSince === null ? null : 'not moving'
}
