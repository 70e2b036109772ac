import { formatLamports, inColumn, type LamportsColumn } from '@/lib/format/lamports'
import { AmountInColumn } from './amount-in-column'
import { CopyButton } from './copy-button'

/** An amount of lamports, exact: SOL first, or lamports first where SOL would be mostly zeros. design.md 5. */
export function Lamports({ value, both = false, copy = false }: { value: bigint; both?: boolean; copy?: boolean }) {
  const { main, other } = formatLamports(value)
  return (
    <span className="number">
      <data value={String(value)} title={other}>
        {main}
      </data>
      {both && <span className="text-muted"> · {other}</span>}
      {copy && <CopyButton text={String(value)} what="lamports" />}
    </span>
  )
}

/** An amount in a column of one unit. Zeros that are not drawn bring its decimal point below those of other rows. */
export function LamportsInColumn({ value, unit, decimals }: { value: bigint } & LamportsColumn) {
  const { main, other } = formatLamports(value)
  return <AmountInColumn value={value} {...inColumn(value, { unit, decimals })} title={`${main} · ${other}`} />
}
