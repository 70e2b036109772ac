'use client'

import type { ComponentProps } from 'react'
import { lazyModule } from '../ui/lazy-module'
import type { AccountDetail } from './account-detail'

const useDetail = lazyModule(() => import('./account-detail'))

export function RowDetail(props: ComponentProps<typeof AccountDetail>) {
  const { module, failed } = useDetail(true)
  if (module) return <module.AccountDetail {...props} />
  return (
    <p className="text-sm text-muted" role="status">
      {failed ? 'Could not load. Open the row again to retry.' : 'Opening…'}
    </p>
  )
}
