import { formatLamports, inColumn, type LamportsColumn } from '@/lib/format/amounts'
import { AmountInColumn } from './amounts'

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
