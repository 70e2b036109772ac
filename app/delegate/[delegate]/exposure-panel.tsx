'use client'

import type { ComponentProps } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'
import type { ExposureWalk } from './exposure-walk'

const useWalk = lazyModule(() => import('./exposure-walk'))

/** Sums a list that is longer than one response, with code loaded on demand. */
export function ExposurePanel(list: ComponentProps<typeof ExposureWalk>) {
  const { module } = useWalk(true)
  return module ? <module.ExposureWalk {...list} /> : list.children
}
