import { base64Bytes, base64Length } from '@/lib/format/base64'
import { hexOf } from '@/lib/format/hex'
import { discriminatorHex, groupDigits } from '@/lib/format/numbers'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { None } from '../ui/amounts'

/** Bytes shown per row. A multiple of three, so that a base64 prefix decodes by itself. */
const FIRST_BYTES = 6

export function DataCell({ data }: { data: AccountItem['data'] }) {
  if (!data) return <None />
  const length = base64Length(data.data)
  const first = base64Bytes(data.data.slice(0, (FIRST_BYTES / 3) * 4))
  return (
    <span className="inline-flex items-baseline gap-x-2 whitespace-nowrap">
      <Discriminator value={data.discriminator} />
      <span className="number">{length === null ? 'not base64' : `${groupDigits(length)} B`}</span>
      {first && length !== null && length > 0 && (
        <span className="id text-muted" translate="no" title="The first bytes of the data">
          {`${hexOf(first)}${length > FIRST_BYTES ? '…' : ''}`}
        </span>
      )}
    </span>
  )
}

/** Shows 8 bytes; the u64 of the interface is in the title and for screen readers. */
export function Discriminator({ value }: { value: bigint }) {
  return (
    <span className="id" translate="no" title={`discriminator ${value}`}>
      {discriminatorHex(value)}
      <span className="sr-only">{` (discriminator ${value})`}</span>
    </span>
  )
}
