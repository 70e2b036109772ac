import type { TokenUnits } from '@/lib/api/mints'
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
  const text = formatUnits(amount, info?.decimals)
  return (
    <>
      <AmountInColumn
        value={amount}
        text={text}
        zeros={units ? zerosFor(text, units.decimals) : ''}
        title={info && `${formatUnits(amount)} base units`}
      />
      {units?.room && (
        <bdi className={`symbol ${units.room}`} title={info && 'Claimed by the issuer'}>
          {info ? info.symbol : 'base units'}
        </bdi>
      )}
    </>
  )
}
