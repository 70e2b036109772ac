import type { TokenUnits } from '@/lib/account/mints/contract'
import { formatUnits, zerosFor } from '@/lib/format/tokens'
import { AmountInColumn } from './amount-in-column'

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
