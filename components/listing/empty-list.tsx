import type { ReactNode } from 'react'
import type { SlotReset } from '@/lib/api/status'
import { lazyModule } from '../ui/lazy-module'

const useNotIndexedYet = lazyModule(() => import('./not-indexed-yet'))

/** Slots an indexer may lag behind its highest known slot and still be trusted about absence. */
const NEAR_SLOTS = 150

/** An indexer that was set back returns no rows for what it has not indexed again. facts/reliability.md F43. */
export function EmptyList({
  slot,
  reset,
  children,
}: {
  slot: number | null
  reset: SlotReset | null
  children: ReactNode
}) {
  const isKnown = isAbsenceCertain(slot, reset)
  const { module } = useNotIndexedYet(!isKnown)
  if (isKnown) return children
  return module && <module.NotIndexedYet slot={slot} reset={reset} />
}

export function isAbsenceCertain(slot: number | null, reset: SlotReset | null): boolean {
  if (slot === 0) return false
  return slot === null || reset === null || slot >= reset.from - NEAR_SLOTS
}
