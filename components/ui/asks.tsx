'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Problem } from '@/lib/api/problem'

/** Who asks for what failed: given to a notice that the server made, so that its foot acts for the part it stands in. */
export interface Asker {
  /** As it stands now; of the same kind as the one the notice was made for. */
  problem: Problem
  asking: boolean
  onRetry(): void
}

const Context = createContext<Asker | null>(null)

/** Lets the notices within act for this asker. */
export function Asks({ asker, children }: { asker: Asker; children: ReactNode }) {
  return <Context value={asker}>{children}</Context>
}

/** Who asks again for what a notice is about; null where the page is refreshed as a whole. */
export function useAsker(): Asker | null {
  return useContext(Context)
}
