import type { TokenData } from '@/lib/account/lens/token-data'
import { delegatedAmount } from '@/lib/account/lens/token-extensions'
import type { TokenUnits } from '@/lib/account/mints/contract'
import { bareUnits } from '@/lib/format/amounts'
import { TokenAmount } from './amounts'
import { CopyButton } from './identifier'

/** facts/cold-tokens.md 1. */
export function DelegatedAmount({ token, units }: { token: TokenData; units?: TokenUnits | null | undefined }) {
  const amount = delegatedAmount(token)
  return (
    <span className="whitespace-nowrap">
      <TokenAmount amount={amount} mint={token.mint} units={units} />
      <CopyButton text={bareUnits(amount, units?.mints[token.mint]?.decimals)} what="delegated amount" />
    </span>
  )
}
