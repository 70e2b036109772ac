import type { TokenUnits } from '@/lib/account/mints/contract'
import type { CardPlace } from '@/lib/listing/address/columns'
import type { Sum } from '@/lib/wallet/exposure'
import { TokenAmount } from '../ui/amounts'

export function SumCell({
  label,
  sum,
  mint,
  units = null,
  atLeast = false,
  card,
}: {
  label: string
  sum: Sum
  mint: string
  units?: TokenUnits | null
  atLeast?: boolean
  card?: CardPlace | 'none' | undefined
}) {
  return (
    <td data-label={label} data-card={card} className={`figure ${sum.accounts === 0 ? 'text-muted' : ''}`}>
      {atLeast && sum.accounts > 0 && <span className="text-muted">at least </span>}
      {sum.accounts === 0 ? <span>none</span> : <TokenAmount amount={sum.amount} mint={mint} units={units} />}
      {sum.held > sum.amount && (
        <span className="block text-xs text-muted">
          of <TokenAmount amount={sum.held} mint={mint} units={units} /> held
        </span>
      )}
    </td>
  )
}
