'use client'

import { AmountCell, type TokenRow } from '../account/token-cells'
import { lazyModule } from '../ui/lazy-module'

const useDelegatedAmount = lazyModule(() => import('../ui/delegated-amount'))

export function DelegatedCell(row: TokenRow) {
  const hasExtensions = Boolean(row.token.tlv)
  const { module } = useDelegatedAmount(hasExtensions)
  if (!hasExtensions) return <AmountCell {...row} />
  return module && <module.DelegatedAmount token={row.token} units={row.units} />
}
