'use client'

import { useState } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'
import type { Waiting } from './slot-watch'

/** Few links name a slot, and fewer one that is not reached. */
const useWatch = lazyModule(() => import('./slot-watch'))

/** Waits where the page came before the slot that its link names; says so too once it is reached. */
export function SlotWait({ waitsAt, ...waiting }: Omit<Waiting, 'waitsAt'> & { waitsAt: number | null }) {
  const [waited] = useState(waitsAt)
  const { module } = useWatch(waited !== null)
  return module && waited !== null && <module.SlotWatch {...waiting} waitsAt={waitsAt ?? waited} />
}
