import { formatUnits } from '../../format/amounts'
import type { Card } from '../../page/card'
import type { Mints } from '../../protocol/solana/mint-info'

/** Omits the issuer's symbol: images hold no untrusted text. */
export function cardLine(mint: string, amount: bigint, mints: Mints, atLeast: boolean): Card['lines'][number] {
  const info = mints[mint]
  const value = `${formatUnits(amount, info?.decimals)} ${info ? 'tokens' : 'base units'}`
  return { label: mint, value: atLeast ? `at least ${value}` : value }
}
