import { formatUnits, formatUnitsUngrouped } from '@/lib/format/amounts'
import { groupDigits } from '@/lib/format/numbers'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { CopyButton } from './identifier'

/** Tokens with base units beside them where the mint is known, else base units. May be negative, for changes. */
export function ExactTokens({
  amount,
  info,
  copy,
  brief = false,
}: {
  amount: bigint
  info: MintInfo | undefined
  /** Label of the copy buttons; absent: none. */
  copy?: string
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
          <span className="whitespace-nowrap">
            {info.symbol === null ? (
              <span>tokens</span>
            ) : (
              <bdi translate="no" title="Symbol as the issuer claims it">
                {info.symbol}
              </bdi>
            )}
            {copy && <CopyButton text={formatUnitsUngrouped(amount, info.decimals)} what={copy} />}
          </span>
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
