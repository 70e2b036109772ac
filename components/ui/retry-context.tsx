'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Problem } from '@/lib/api/problem'

/** Lets a server-rendered notice retry the request of the component around it. */
export interface Retrier {
  /** Current; may be newer than the one that the notice was rendered for. */
  problem: Problem
  asking: boolean
  onRetry(): void
}

const Context = createContext<Retrier | null>(null)

export function RetryProvider({ retrier, children }: { retrier: Retrier; children: ReactNode }) {
  return <Context value={retrier}>{children}</Context>
}

/** Null: the whole page is refreshed. */
export function useRetrier(): Retrier | null {
  return useContext(Context)
}
