import type { TokenUnits } from '@/lib/api/mints'
import { groupDigits } from '@/lib/format/integers'
import { formatUnits, zerosFor } from '@/lib/format/tokens'
import { AmountInColumn } from './amount-in-column'

/**
 * An amount in its column: in tokens with the issuer’s symbol where its mint is known, else in base units. Exact; the
 * base units stand behind it, for whoever points at it or copies it.
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
  const digits = groupDigits(amount)
  const text = info ? formatUnits(amount, info.decimals) : digits
  return (
    <>
      <AmountInColumn
        value={amount}
        text={text}
        zeros={units ? zerosFor(text, units.decimals) : ''}
        title={info && `${digits} base units`}
      />
      {units?.room && (
        <span className={`symbol ${units.room}`} title={info && 'Symbol as the issuer claims it'}>
          <bdi>{info ? info.symbol : 'base units'}</bdi>
        </span>
      )}
    </>
  )
}
