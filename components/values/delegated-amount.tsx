import type { TokenUnits } from '@/lib/api/mints'
import { bareUnits } from '@/lib/format/tokens'
import type { TokenData } from '@/lib/lens/token-data'
import { delegatedAmount } from '@/lib/lens/token-extensions'
import { CopyButton } from './copy-button'
import { TokenAmount } from './token-amount'

/** What the delegate of a token account may transfer, by its extension data. facts/cold-tokens.md 1. */
export function DelegatedAmount({ token, units }: { token: TokenData; units?: TokenUnits | null | undefined }) {
  const amount = delegatedAmount(token)
  return (
    <span className="whitespace-nowrap">
      <TokenAmount amount={amount} mint={token.mint} units={units} />
      <CopyButton text={bareUnits(amount, units?.mints[token.mint]?.decimals)} what="delegated amount" />
    </span>
  )
}
