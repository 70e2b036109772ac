'use client'

import { AmountCell, type TokenRow } from '../account/token-cells'
import { useTokenExtensions } from '../ui/use-token-extensions'

export function DelegatedCell(row: TokenRow) {
  const hasExtensions = Boolean(row.token.tlv)
  const { module } = useTokenExtensions(hasExtensions)
  if (!hasExtensions) return <AmountCell {...row} />
  return module && <module.DelegatedAmount token={row.token} units={row.units} />
}
