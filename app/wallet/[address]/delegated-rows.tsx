'use client'

import type { ComponentProps } from 'react'
import { lazyModule } from '@/components/ui/lazy-module'
import type { TokenAccountRows } from '../../../components/listing/token-account-rows'

const useRows = lazyModule(() => import('../../../components/listing/token-account-rows'))

/** Token accounts that a wallet may transfer from: one tab of four, so what draws them comes with it. */
export function DelegatedRows(props: ComponentProps<typeof TokenAccountRows>) {
  const { module, failed } = useRows(true)
  if (module) return <module.TokenAccountRows {...props} />
  return (
    <p className="panel p-4 text-sm text-muted" role="status">
      {failed ? 'The list could not be loaded. Reload to try again.' : 'Loading…'}
    </p>
  )
}
