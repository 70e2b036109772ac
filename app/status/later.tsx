'use client'

import type { ComponentProps } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'

/* Apart from the first load of one network's page. */

const useReport = lazyModule(() => import('./all-report'))
const useWall = lazyModule(() => import('./wall'))

export function AllReportLater(props: ComponentProps<typeof import('./all-report').AllReport>) {
  const { module } = useReport(true)
  return module && <module.AllReport {...props} />
}

export function WallLater(props: ComponentProps<typeof import('./wall').Wall>) {
  const { module } = useWall(true)
  return module && <module.Wall {...props} />
}

export function WallOfAllLater(props: ComponentProps<typeof import('./wall').WallOfAll>) {
  const { module } = useWall(true)
  return module && <module.WallOfAll {...props} />
}
