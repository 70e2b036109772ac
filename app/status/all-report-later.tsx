'use client'

import type { ComponentProps } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'

const useReport = lazyModule(() => import('./all-report'))

/** Apart from the first load of one network's page. */
export function AllReportLater(props: ComponentProps<typeof import('./all-report').AllReport>) {
  const { module } = useReport(true)
  return module && <module.AllReport {...props} />
}
