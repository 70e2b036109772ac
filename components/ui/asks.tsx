'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Problem } from '@/lib/api/problem'

/** Lets a server-rendered notice retry the request of the component around it. */
export interface Asker {
  /** Current; may be newer than the one that the notice was rendered for. */
  problem: Problem
  asking: boolean
  onRetry(): void
}

const Context = createContext<Asker | null>(null)

export function Asks({ asker, children }: { asker: Asker; children: ReactNode }) {
  return <Context value={asker}>{children}</Context>
}

/** Null: the whole page is refreshed. */
export function useAsker(): Asker | null {
  return useContext(Context)
}
