import type { ReactNode } from 'react'
import type { SlotReset } from '@/lib/api/status'
import { lazyModule } from '../ui/lazy-module'

const useNotIndexedYet = lazyModule(() => import('./not-indexed-yet'))

/** Slots that an indexer may be behind what was seen of it and still be trusted to know what is not there. */
const NEAR_SLOTS = 150

/**
 * What stands in place of a list without rows: the words of its page where they are certain. An indexer that lost its
 * data, or was set back, lists nothing because it has not come to it. facts/reliability.md F43.
 */
export function EmptyList({
  slot,
  reset,
  children,
}: {
  slot: number | null
  reset: SlotReset | null
  /** Says that nothing is there. */
  children: ReactNode
}) {
  const isKnown = isCertain(slot, reset)
  const { module } = useNotIndexedYet(!isKnown)
  if (isKnown) return children
  return module && <module.NotIndexedYet slot={slot} reset={reset} />
}

/** True where a list without rows means that there are none. */
export function isCertain(slot: number | null, reset: SlotReset | null): boolean {
  if (slot === 0) return false
  return slot === null || reset === null || slot >= reset.from - NEAR_SLOTS
}
