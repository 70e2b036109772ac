import { bareUnits, formatUnits } from '@/lib/format/amounts'
import { groupDigits } from '@/lib/format/numbers'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { CopyButton } from './identifier'

/**
 * An amount by itself: in tokens with the base units beside it where its mint is known, else in base units. Exact; a change
 * may be negative.
 */
export function ExactTokens({
  amount,
  info,
  copy,
  brief = false,
}: {
  amount: bigint
  info: MintInfo | undefined
  /** What it is called where it is copied, in either unit; left out: there are no buttons. */
  copy?: string
  /** True where the base units stand in its title alone. */
  brief?: boolean
}) {
  const units = `${groupDigits(amount)} base units`
  return (
    <span>
      <data value={String(amount)} title={info && units} className="number">
        {info ? formatUnits(amount, info.decimals) : groupDigits(amount)}
      </data>
      {info ? (
        <>
          {' '}
          {info.symbol === null ? (
            <span>tokens</span>
          ) : (
            <bdi translate="no" title="Symbol as the issuer claims it">
              {info.symbol}
            </bdi>
          )}
          {copy && <CopyButton text={bareUnits(amount, info.decimals)} what={copy} />}
          {!brief && (
            <span className="text-muted">
              {' '}
              <span>{`· ${units}`}</span>
              {copy && <CopyButton text={String(amount)} what={`${copy} in base units`} />}
            </span>
          )}
        </>
      ) : (
        <>
          {copy && <CopyButton text={String(amount)} what={copy} />}
          <span className="text-muted"> base units</span>
        </>
      )}
    </span>
  )
}
