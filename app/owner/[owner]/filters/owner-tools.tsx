import type { ReactNode } from 'react'
import type { Answer } from '@/lib/api/answer'
import { hexOf } from '@/lib/format/hex'
import { counted, groupDigits } from '@/lib/format/numbers'
import { BYTE_FORMATS, byteCount, MAX_TYPED_BYTES, PUBKEY_BYTES, readBytes } from '@/lib/format/typed-bytes'
import { delegateHref, type ListMode } from '@/lib/listing/address/list-address'
import { mintAccountsHref, ownerHref } from '@/lib/listing/address/owner-address'
import type { OwnerQuery } from '@/lib/listing/address/owner-query'
import { type Cluster, DEFAULT_LIMIT, type UrlFilter, type UrlSlice } from '@/lib/page/address'
import { MINT_OFFSET, TOKEN_PROGRAM, WALLET_OFFSET } from '@/lib/protocol/light/token-program'
import { MAX_FILTERS } from '@/lib/protocol/rpc/methods/getCompressedAccountsByOwner'
import { walletHref } from '@/lib/wallet/address'
import { Link } from '../../../../components/ui/link'
import { contradiction } from './contradiction'
import { Choice, Field, FieldErrors } from './field'
import { LiveBytes } from './live-bytes'

export interface OwnerPageQuery {
  owner: string
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  limit: number
  mode: ListMode
  columns: readonly string[] | null
  sort: string | null
  cluster: Cluster
}

/** Works without scripts; the server redirects to the canonical URL (lib/listing/address/owner-query.ts). */
export function OwnerForm({
  current,
  label,
  children,
}: {
  current: OwnerPageQuery
  label: string
  children: ReactNode
}) {
  const { owner, filters, slice, limit, mode, columns, sort, cluster } = current
  return (
    <form action={ownerHref(owner)} method="get" aria-label={label} noValidate>
      {filters.map(({ offset, bytes }) => (
        <input key={`${offset}:${bytes}`} type="hidden" name="filter" value={`${offset}:${bytes}`} />
      ))}
      {slice && <input type="hidden" name="slice" value={`${slice.offset}:${slice.length}`} />}
      {limit !== DEFAULT_LIMIT && <input type="hidden" name="limit" value={limit} />}
      {mode !== 'pages' && <input type="hidden" name="mode" value={mode} />}
      {columns?.map((name) => (
        <input key={name} type="hidden" name="columns" value={name} />
      ))}
      {sort !== null && <input type="hidden" name="sort" value={sort} />}
      {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
      {children}
    </form>
  )
}

/** Up to this size a chip shows hex, which is more readable than base58. */
const HEX_UP_TO = 8

export function SentChips({
  current: { owner, filters, slice, limit, mode, columns, sort, cluster },
  error,
  isSent,
}: {
  current: OwnerPageQuery
  isSent: boolean
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

/** By offset. facts/light-events.md 9. */
const TOKEN_PARTS: Readonly<Record<number, string>> = { [MINT_OFFSET]: 'mint', [WALLET_OFFSET]: 'wallet' }

/** Makes long lists small. features.md a14. */
const FIRST_BYTES = { offset: 0, length: 128 }

interface OwnerToolsProps {
  owner: string
  query: OwnerQuery
  limit: number
  mode: ListMode
  columns?: readonly string[] | null
  sort?: string | null
  cluster: Cluster
}

function currentOf({ query, columns = null, sort = null, ...props }: OwnerToolsProps): OwnerPageQuery {
  const { owner, limit, mode, cluster } = props
  return { owner, filters: query.filters, slice: query.slice, limit, mode, columns, sort, cluster }
}

export function OwnerFilters(props: OwnerToolsProps) {
  const count = props.query.filters.length + (props.query.slice ? 1 : 0)
  return (
    <details>
      <summary className="button button-quiet list-none">
        <span>{`Filters${count > 0 ? ` (${count})` : ''}`}</span> <span aria-hidden="true">▾</span>
      </summary>
      <div className="panel absolute inset-x-0 z-20 mt-1 shadow-lg">
        <FilterForms {...props} />
      </div>
    </details>
  )
}

export function OwnerCorrections(props: OwnerToolsProps) {
  return (
    <div className="space-y-3">
      <SentChips current={currentOf(props)} error={props.query.errors.filter} isSent={false} />
      <div className="panel">
        <FilterForms {...props} />
      </div>
    </div>
  )
}

export interface KnownRows {
  rows: number
  isWhole: boolean
  slot: number
}

export type OtherReadings = Record<'wallet' | 'mint' | 'delegate', KnownRows | null>

export function OwnerSent({ readings, ...props }: OwnerToolsProps & { readings: OtherReadings }) {
  const { owner, query, cluster } = props
  return (
    <div className="space-y-2 pb-3 empty:hidden">
      {owner !== TOKEN_PROGRAM && <ViewAs owner={owner} readings={readings} cluster={cluster} />}
      <SentChips current={currentOf(props)} error={query.errors.filter} isSent />
    </div>
  )
}

function FilterForms(props: OwnerToolsProps) {
  const current = currentOf(props)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 p-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {props.owner === TOKEN_PROGRAM && (
        <div className="lg:col-span-2">
          <TokenForm query={props.query} current={current} />
        </div>
      )}
      <FilterForm query={props.query} current={current} />
      <SliceForm query={props.query} current={current} />
    </div>
  )
}

/** features.md a13. */
function FilterForm({ query, current }: { query: OwnerQuery; current: OwnerPageQuery }) {
  return (
    <OwnerForm current={current} label="Filter by bytes">
      <h2 className="text-base">Filter by bytes</h2>
      <p id="filter-about" className="max-w-prose pt-1 pb-3 text-sm text-muted">
        {`Only accounts with these bytes at this offset of their data. Offset 0 is the first byte after the 8-byte discriminator. Up to ${MAX_FILTERS} filters of ${MAX_TYPED_BYTES} bytes each; accounts must match all of them.`}
      </p>
      <div className="grid items-start gap-3 grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[6rem_12rem_minmax(0,1fr)_auto]">
        <Field name="filterOffset" state={query} numeric describedBy="filter-about" />
        <Choice name="filterFormat" state={query} options={BYTE_FORMATS} />
        <Field name="filterBytes" state={query} describedBy="filter-preview" className="col-span-2 sm:col-span-1" />
        <button type="submit" className="button button-primary col-span-2 min-h-9! sm:col-span-1 sm:mt-5">
          Add filter
        </button>
      </div>
      <FieldErrors names={['filterOffset', 'filterFormat', 'filterBytes']} state={query} />
      <LiveBytes id="filter-preview" />
    </OwnerForm>
  )
}

function SliceForm({ query, current }: { query: OwnerQuery; current: OwnerPageQuery }) {
  const { owner, filters, limit, mode, columns, sort, cluster } = current
  return (
    <OwnerForm current={current} label="Data slice">
      <h2 className="text-base">Data slice</h2>
      <p className="max-w-prose pt-1 pb-3 text-sm text-muted">
        Load only this part of each account’s data. Filters still match the full data.
      </p>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[6rem_6rem_auto]">
        <Field name="sliceOffset" state={query} numeric />
        <Field name="sliceLength" state={query} numeric />
        <button type="submit" className="button col-span-2 min-h-9! sm:col-span-1 sm:mt-5 sm:justify-self-start">
          Set slice
        </button>
      </div>
      <FieldErrors names={['sliceOffset', 'sliceLength']} state={query} />
      <p className="pt-2 text-sm">
        <Link href={ownerHref(owner, { filters, slice: FIRST_BYTES, limit, mode, columns, sort }, cluster)}>
          {`First ${FIRST_BYTES.length} bytes`}
        </Link>{' '}
        <span className="text-muted">for long lists</span>
      </p>
    </OwnerForm>
  )
}

/** The token program owns all tokens, so people look for a wallet or a mint there. */
function TokenForm({ query, current }: { query: OwnerQuery; current: OwnerPageQuery }) {
  const { tokenWallet, tokenMint } = query.fields
  // These two fields own their filters: sending replaces them, empty removes them.
  const own = [`${WALLET_OFFSET}:${tokenWallet}`, `${MINT_OFFSET}:${tokenMint}`]
  const others = current.filters.filter(({ offset, bytes }) => !own.includes(`${offset}:${bytes}`))
  return (
    <OwnerForm current={{ ...current, filters: others }} label="Tokens by wallet or mint">
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Field name="tokenWallet" state={query} />
        <Field name="tokenMint" state={query} />
        <button type="submit" className="button min-h-9! sm:mt-5">
          Show tokens
        </button>
      </div>
      <FieldErrors names={['tokenWallet', 'tokenMint']} state={query} />
    </OwnerForm>
  )
}

/** An address may be an owner, a wallet, a mint or a delegate. Known rows show which; no known rows prove nothing. */
function ViewAs({ owner, readings, cluster }: { owner: string; readings: OtherReadings; cluster: Cluster }) {
  const links = [
    { name: 'Wallet', href: walletHref(owner, {}, cluster), known: readings.wallet },
    { name: 'Mint', href: mintAccountsHref(owner, cluster), known: readings.mint },
    { name: 'Delegate', href: delegateHref(owner, {}, cluster), known: readings.delegate },
  ]
  return (
    <nav aria-label="View this address as" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <span className="text-muted">View as</span>
      {links.map(({ name, href, known }) => (
        <span key={name}>
          <Link href={href}>{name}</Link>
          {known && known.rows > 0 && <span className="text-muted"> {knownText(known)}</span>}
        </span>
      ))}
    </nav>
  )
}

function knownText({ rows, isWhole, slot }: KnownRows): string {
  const count = isWhole ? counted(rows, 'account') : `${groupDigits(rows)}+ accounts`
  return `(${count} at slot ${groupDigits(slot)})`
}

export function WholeOffer({
  answer: { meta, result },
  owner,
  filters,
  slice,
  cluster,
}: {
  answer: Answer<'getCompressedAccountsByOwner'>
  owner: string
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  cluster: Cluster
}) {
  const isUnproven = meta.complete === null && (result.value.cursor ?? null) === null && result.value.items.length > 0
  if (meta.complete !== false && !isUnproven) return null
  return (
    <p className="panel mb-3 max-w-4xl px-4 py-2 text-sm">
      <Link
        href={ownerHref(owner, { filters, slice, whole: { mode: 'true', calls: null } }, cluster)}
        rel="nofollow"
        className="font-semibold"
      >
        Read the whole list in parts
      </Link>
      <span>
        {`: finds rows that these pages ${isUnproven ? 'may miss' : 'miss'}, and says what is proven. First it shows what that costs.`}
      </span>
    </p>
  )
}
