import { type ColdTokenData, delegatedAmount } from '@/lib/lens/token-extensions'
import { CopyButton } from './copy-button'
import { Digits } from './digits'

/** What the delegate of a token account may transfer, in base units, by its extension data. facts/cold-tokens.md 1. */
export function DelegatedAmount({ token }: { token: ColdTokenData }) {
  const amount = delegatedAmount(token)
  return (
    <span className="whitespace-nowrap">
      <Digits value={amount} />
      <CopyButton text={String(amount)} what="delegated amount" />
    </span>
  )
}
