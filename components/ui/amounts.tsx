import type { TokenUnits } from '@/lib/account/mints/contract'
import { formatUnits, paddingZeros } from '@/lib/format/amounts'

/** `zeros` are invisible padding that aligns decimal points. `unit` and `mint` are for copying the column. */
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

/** In tokens if the mint is known, else in base units, which are also in the title and in copied rows. */
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
        zeros={units ? paddingZeros(text, units.decimals) : ''}
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

export function None() {
  return (
    <span className="text-muted select-none">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
