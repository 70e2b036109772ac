import type { TokenUnits } from '@/lib/account/mints/contract'
import type { AmountSum } from '@/lib/wallet/exposure'
import { TokenAmount } from '../ui/amounts'

export function SumText({
  sum,
  mint,
  units,
  atLeast,
}: {
  sum: AmountSum
  mint: string
  units: TokenUnits | null
  atLeast: boolean
}) {
  if (sum.accounts === 0) return <span className="text-muted">none</span>
  return (
    <>
      {atLeast && <span className="text-muted">at least </span>}
      <TokenAmount amount={sum.amount} mint={mint} units={units} />
      {sum.held > sum.amount && (
        <span className="block text-xs text-muted">
          of <TokenAmount amount={sum.held} mint={mint} units={units} /> held
        </span>
      )}
    </>
  )
}
