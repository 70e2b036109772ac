import type { TokenUnits } from '@/lib/api/mints'
import { groupDigits } from '@/lib/format/integers'
import { formatUnits, zerosFor } from '@/lib/format/tokens'

/** What a symbol is to be taken for. */
export const CLAIMED = 'the issuer’s symbol, which other mints may have too'

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
  const digits = groupDigits(amount)
  const info = units?.mints[mint]
  const text = info ? formatUnits(amount, info.decimals) : digits
  return (
    <>
      <data value={String(amount)} title={info && `${digits} base units`} className="number">
        {text}
        {units && (
          <span aria-hidden="true" className="zeros">
            {zerosFor(text, units.decimals)}
          </span>
        )}
      </data>
      {units && units.room !== 'none' && (
        <span
          className={`symbol ${units.room === 'wide' ? 'symbol-wide' : ''}`}
          title={info?.symbol ? `${info.symbol}: ${CLAIMED}` : undefined}
        >
          {' '}
          <bdi>{info ? info.symbol : 'base units'}</bdi>
        </span>
      )}
    </>
  )
}
