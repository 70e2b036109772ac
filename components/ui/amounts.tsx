import type { TokenUnits } from '@/lib/account/mints/contract'
import { formatUnits, zerosFor } from '@/lib/format/amounts'

/**
 * An amount, exact, whose point stands below those of other rows: `zeros`, which are not drawn, bring it there. `unit` and
 * `mint` are for what is copied of the column.
 */
export function AmountInColumn({
  value,
  text,
  zeros,
  title,
  unit,
  mint,
}: {
  value: bigint
  text: string
  zeros: string
  title: string | undefined
  /** What it is in, where that is not what `value` counts. */
  unit?: 'tokens' | 'SOL' | undefined
  mint?: string
}) {
  return (
    <data value={String(value)} data-unit={unit} data-mint={mint} title={title} className="number" translate="no">
      {text}
      {zeros && (
        <span aria-hidden="true" className="zeros">
          {zeros}
        </span>
      )}
    </data>
  )
}

/**
 * An amount in its column: in tokens with the issuer’s symbol where its mint is known, else in base units, which it says
 * beside amounts in tokens. Exact; the base units stand behind it, for whoever points at it or copies the table.
 */
export function TokenAmount({
  amount,
  mint,
  units,
}: {
  amount: bigint
  mint: string
  units?: TokenUnits | null | undefined
}) {
  const info = units?.mints[mint]
  const text = formatUnits(amount, info?.decimals)
  return (
    <>
      <AmountInColumn
        value={amount}
        text={text}
        zeros={units ? zerosFor(text, units.decimals) : ''}
        title={info && `${formatUnits(amount)} base units`}
        unit={info && 'tokens'}
        mint={mint}
      />
      {units && (units.room || !info) && (
        <bdi className={`symbol ${units.room || 'wide'}`} title={info && 'Claimed by the issuer'}>
          {info ? info.symbol : 'base units'}
        </bdi>
      )}
    </>
  )
}

/** Stands where there is no value. */
export function None() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
