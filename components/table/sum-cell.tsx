import type { TokenUnits } from '@/lib/account/mints/contract'
import type { CardPlace } from '@/lib/listing/address/columns'
import type { Sum } from '@/lib/wallet/exposure'
import { TokenAmount } from '../ui/amounts'

export function SumHeads({ texts, figures }: { texts: readonly string[]; figures: readonly string[] }) {
  return (
    <thead>
      <tr>
        {[...texts, ...figures].map((heading, i) => (
          <th key={heading} scope="col" className={i < texts.length ? undefined : 'figure'}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface SumProps {
  sum: Sum
  mint: string
  units?: TokenUnits | null
  atLeast?: boolean
}

export function SumText({ sum, mint, units = null, atLeast = false }: SumProps) {
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

export function SumCell({ label, card, ...sum }: SumProps & { label: string; card?: CardPlace | 'none' | undefined }) {
  return (
    <td data-label={label} data-card={card} className="figure">
      <SumText {...sum} />
    </td>
  )
}
