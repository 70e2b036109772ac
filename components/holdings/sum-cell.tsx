import type { Sum } from '@/lib/holdings/exposure'
import { Digits } from '../values/digits'

/** A sum of amounts in base units; `none` where no account is in it. */
export function SumCell({ label, sum }: { label: string; sum: Sum }) {
  return (
    <td data-label={label} className={`figure ${sum.accounts === 0 ? 'text-muted' : ''}`}>
      {sum.accounts === 0 ? 'none' : <Digits value={sum.amount} />}
      {sum.held > sum.amount && (
        <span className="block text-xs text-muted">
          of <Digits value={sum.held} /> held
        </span>
      )}
    </td>
  )
}
