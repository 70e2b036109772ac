import { useDeferredValue, useMemo } from 'react'
import { valuesAt } from '@/lib/account/lens/values-at'
import { counted, groupDigits } from '@/lib/format/numbers'
import { type Cluster, searchHref } from '@/lib/page/address'
import { CopyButton, Identifier } from '../../ui/identifier'

const NAMES = { pubkey: 'public key' } as Partial<Record<string, string>>

export function Values({
  bytes,
  at,
  base,
  selected,
  cluster,
  onSelect,
}: {
  bytes: Uint8Array
  at: number
  base: number
  selected: number
  cluster: Cluster
  onSelect(offset: number, length: number): void
}) {
  const place = useDeferredValue(at)
  const size = useDeferredValue(selected)
  const values = useMemo(() => valuesAt(bytes, place, size), [bytes, place, size])
  return (
    <table className="lens-fields" aria-label="Values at the cursor">
      <caption className="eyebrow pb-1 text-start">{`At byte ${groupDigits(base + place)}, little-endian`}</caption>
      <tbody>
        {values.map(({ kind, length, value, problem }) => (
          <tr key={kind}>
            <th scope="row" className="w-28">
              <button
                type="button"
                className="lens-pick"
                title={`Select ${counted(length, 'byte')}`}
                onClick={() => onSelect(base + place, length)}
              >
                {NAMES[kind] ?? kind}
              </button>
            </th>
            <td className="wrap-anywhere">
              {value === null ? (
                <span className="text-muted">{problem}</span>
              ) : kind === 'pubkey' ? (
                <Identifier text={value} what="public key" href={searchHref(value, cluster)} />
              ) : (
                <>
                  <bdi dir="ltr" className={kind === 'text' ? 'id' : 'number'}>
                    {value}
                  </bdi>
                  <CopyButton text={value} what={kind} />
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
