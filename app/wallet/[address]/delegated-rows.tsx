'use client'

import type { ComponentProps } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'
import type { TokenAccountRows } from '../../../components/listing/token-account-rows'

const useRows = lazyModule(() => import('../../../components/listing/token-account-rows'))

/** One tab of four, so its code is loaded on demand. */
export function DelegatedRows(props: ComponentProps<typeof TokenAccountRows>) {
  const { module, failed } = useRows(true)
  if (module) return <module.TokenAccountRows {...props} />
  return (
    <p className="panel p-4 text-sm text-muted" role="status">
      {failed ? 'Could not load. Reload to retry.' : 'Loading…'}
    </p>
  )
}
