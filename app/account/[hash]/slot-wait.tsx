'use client'

import { useState } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'
import type { SlotWaitProps } from './slot-watch'

const useWatch = lazyModule(() => import('./slot-watch'))

export function SlotWait({ waitsAt, ...waiting }: Omit<SlotWaitProps, 'waitsAt'> & { waitsAt: number | null }) {
  const [waited] = useState(waitsAt)
  const { module } = useWatch(waited !== null)
  return module && waited !== null && <module.SlotWatch {...waiting} waitsAt={waitsAt ?? waited} />
}
