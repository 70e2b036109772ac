import type { Sum } from '@/lib/holdings/exposure'
import type { CardPlace } from '@/lib/urls/columns'
import { Digits } from '../values/digits'

/** A sum of amounts in base units; `none` where no account is in it. */
export function SumCell({
  label,
  sum,
  atLeast = false,
  card,
}: {
  label: string
  sum: Sum
  /** True where rows may be missing. */
  atLeast?: boolean
  /** Where it stands on a phone's card; left out: in a line of its own. */
  card?: CardPlace | 'none' | undefined
}) {
  return (
    <td data-label={label} data-card={card} className={`figure ${sum.accounts === 0 ? 'text-muted' : ''}`}>
      {atLeast && sum.accounts > 0 && <span className="text-muted">at least </span>}
      {sum.accounts === 0 ? 'none' : <Digits value={sum.amount} />}
      {sum.held > sum.amount && (
        <span className="block text-xs text-muted">
          of <Digits value={sum.held} /> held
        </span>
      )}
    </td>
  )
}
