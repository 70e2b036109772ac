import { formatLamports, formatSol } from '@/lib/format/amounts'
import { CopyButton } from './identifier'

/** An amount of lamports, exact: SOL first, or lamports first where SOL would be mostly zeros. design.md 5. */
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

/** Copies an amount in the unit that it is written in. */
function CopyIn({ value, written }: { value: bigint; written: string }) {
  const isSol = written.endsWith(' SOL')
  return (
    <CopyButton text={isSol ? formatSol(value).replaceAll(',', '') : String(value)} what={isSol ? 'SOL' : 'lamports'} />
  )
}
