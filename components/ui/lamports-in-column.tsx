import { formatLamports, inColumn, type LamportsColumn } from '@/lib/format/amounts'
import { AmountInColumn } from './amounts'

/** An amount in a column of one unit. Zeros that are not drawn bring its decimal point below those of other rows. */
export function LamportsInColumn({ value, unit, decimals }: { value: bigint } & LamportsColumn) {
  const { main, other } = formatLamports(value)
  return (
    <AmountInColumn
      value={value}
      {...inColumn(value, { unit, decimals })}
      title={`${main} · ${other}`}
      unit={unit === 'SOL' ? unit : undefined}
    />
  )
}
