import { formatInColumn, formatLamports, formatSol, type LamportsColumn } from '@/lib/format/amounts'
import { AmountInColumn } from './amounts'
import { CopyButton } from './identifier'

/** SOL first, or lamports where SOL would be mostly zeros. design.md 5. */
export function Lamports({ value, both = false, copy = false }: { value: bigint; both?: boolean; copy?: boolean }) {
  const { main, other } = formatLamports(value)
  return (
    <span className="number">
      <data value={String(value)} title={other}>
        {main}
      </data>
      {copy && <CopyIn value={value} written={main} />}
      {both && (
        <span className="text-muted">
          <span>{` · ${other}`}</span>
          {copy && <CopyIn value={value} written={other} />}
        </span>
      )}
    </span>
  )
}

function CopyIn({ value, written }: { value: bigint; written: string }) {
  const isSol = written.endsWith(' SOL')
  return (
    <CopyButton text={isSol ? formatSol(value).replaceAll(',', '') : String(value)} what={isSol ? 'SOL' : 'lamports'} />
  )
}

export function LamportsInColumn({ value, unit, decimals }: { value: bigint } & LamportsColumn) {
  const { main, other } = formatLamports(value)
  return (
    <AmountInColumn
      value={value}
      {...formatInColumn(value, { unit, decimals })}
      title={`${main} · ${other}`}
      unit={unit === 'SOL' ? unit : undefined}
    />
  )
}
