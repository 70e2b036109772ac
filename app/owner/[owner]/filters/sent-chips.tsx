import type { ReactNode } from 'react'
import { groupDigits } from '@/lib/format/integers'
import { byteCount, hexOf, PUBKEY_BYTES, readBytes } from '@/lib/format/typed-bytes'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { UrlFilter } from '@/lib/page/address'
import { MINT_OFFSET, TOKEN_PROGRAM, WALLET_OFFSET } from '@/lib/protocol/light/token-program'
import { Link } from '../../../../components/ui/link'
import { contradiction } from './contradiction'
import type { OwnerPageQuery } from './owner-form'

/** Up to this many bytes a chip shows hex, which says more than their base58. */
const HEX_UP_TO = 8

/** The filters and the slice that are sent to the indexer, each with the link that leaves it out. */
export function SentChips({
  current: { owner, filters, slice, limit, mode, columns, sort, cluster },
  error,
  isSent,
}: {
  current: OwnerPageQuery
  /** False where something has to be corrected first. */
  isSent: boolean
  /** What is wrong with the filters together. */
  error: string | undefined
}) {
  if (filters.length === 0 && !slice) return null
  const heading = isSent ? 'Active filters' : 'Filters not applied yet'
  const clash = contradiction(filters)
  return (
    <section aria-label={heading}>
      <ul className="flex flex-wrap items-center gap-2">
        <li className="eyebrow" aria-hidden="true">
          {heading}
        </li>
        {filters.map((filter, i) => (
          <Chip
            // biome-ignore lint/suspicious/noArrayIndexKey: an address may hold the same filter twice
            key={i}
            without={ownerHref(
              owner,
              { filters: filters.filter((_, at) => at !== i), slice, limit, mode, columns, sort },
              cluster,
            )}
            what={`filter at byte ${filter.offset}`}
          >
            <FilterWords owner={owner} filter={filter} />
          </Chip>
        ))}
        {slice && (
          <Chip without={ownerHref(owner, { filters, limit, mode, columns, sort }, cluster)} what="slice">
            {`data slice: ${byteCount(slice.length)} from byte ${groupDigits(slice.offset)}`}
          </Chip>
        )}
        <li>
          <Link href={ownerHref(owner, { limit, mode, columns, sort }, cluster)} className="text-sm">
            Clear filters
          </Link>
        </li>
      </ul>
      {clash !== null && (
        <p className="pt-1 text-sm text-doubt">
          {`Two filters conflict at byte ${groupDigits(clash)}: no account can match both.`}
        </p>
      )}
      {error && <p className="pt-1 text-sm text-fail">{`Filters ${error}.`}</p>}
    </section>
  )
}

function Chip({ without, what, children }: { without: string; what: string; children: ReactNode }) {
  return (
    <li className="chip max-w-full pe-0!">
      {children}
      <Link
        href={without}
        aria-label={`Remove the ${what}`}
        className="grid size-6 shrink-0 place-items-center rounded-full text-base no-underline hover:bg-line"
      >
        <span aria-hidden="true">×</span>
      </Link>
    </li>
  )
}

function FilterWords({ owner, filter: { offset, bytes } }: { owner: string; filter: UrlFilter }) {
  const read = readBytes('base58', bytes)
  const length = read.ok ? read.bytes.length : 0
  const hex = read.ok ? hexOf(read.bytes) : ''
  const part = length === PUBKEY_BYTES && owner === TOKEN_PROGRAM ? TOKEN_PARTS[offset] : undefined
  return (
    <>
      <span className="shrink-0">{`${part ?? `byte ${groupDigits(offset)}`}:`}</span>
      <bdi dir="ltr" className="id truncate text-ink" title={`base58 ${bytes}, hex ${hex}`}>
        {length <= HEX_UP_TO ? hex : bytes}
      </bdi>
      {!part && <span className="shrink-0">{byteCount(length)}</span>}
    </>
  )
}

/** What a public key in token data is, by its offset. facts/light-events.md 9. */
const TOKEN_PARTS: Readonly<Record<number, string>> = { [MINT_OFFSET]: 'mint', [WALLET_OFFSET]: 'wallet' }
