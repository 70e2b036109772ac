import { counted } from '@/lib/format/counted'
import { groupDigits } from '@/lib/format/integers'
import { BYTE_FORMATS, MAX_TYPED_BYTES } from '@/lib/format/typed-bytes'
import { delegateHref } from '@/lib/listing/address/delegate-address'
import type { ListMode } from '@/lib/listing/address/list-address'
import { mintAccountsHref, ownerHref } from '@/lib/listing/address/owner-address'
import type { OwnerQuery } from '@/lib/listing/address/owner-query'
import type { Cluster } from '@/lib/page/address'
import { MINT_OFFSET, TOKEN_PROGRAM, WALLET_OFFSET } from '@/lib/protocol/light/token-program'
import { MAX_FILTERS } from '@/lib/protocol/rpc/methods/getCompressedAccountsByOwner'
import { walletHref } from '@/lib/wallet/address'
import { Link } from '../../../../components/ui/link'
import { Choice, Field, FieldErrors } from './field'
import { LiveBytes } from './live-bytes'
import { OwnerForm, type OwnerPageQuery } from './owner-form'
import { SentChips } from './sent-chips'

/** Long lists get light with this much of each account's data. features.md a14. */
const FIRST_BYTES = { offset: 0, length: 128 }

/** What an owner page's filters are made from. */
interface OwnerToolsProps {
  owner: string
  query: OwnerQuery
  limit: number
  mode: ListMode
  columns?: readonly string[] | null
  sort?: string | null
  cluster: Cluster
}

/** The query that links and forms of an owner page go on from. */
function currentOf({ query, columns = null, sort = null, ...props }: OwnerToolsProps): OwnerPageQuery {
  const { owner, limit, mode, cluster } = props
  return { owner, filters: query.filters, slice: query.slice, limit, mode, columns, sort, cluster }
}

/** Opens, in the toolbar of an owner's list, the forms that narrow it. Works without scripts. */
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

/** The forms with what has to be corrected in them, and what would be sent. */
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

/** Rows of another list of an owner's address, as far as they are known. */
export interface KnownRows {
  rows: number
  /** False: at least so many. */
  isWhole: boolean
  slot: number
}

/** What else an owner's address may be, with the rows that are known; null: none are known. */
export type OtherReadings = Record<'wallet' | 'mint' | 'delegate', KnownRows | null>

/** What is sent now, above an owner's list; and what else its address may be. */
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

/** Builds one memcmp filter from bytes in whatever form they are at hand. features.md a13. */
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

/** The token program owns every wallet's tokens: what people look for there is a wallet or a mint. */
function TokenForm({ query, current }: { query: OwnerQuery; current: OwnerPageQuery }) {
  const { tokenWallet, tokenMint } = query.fields
  // The two fields stand for their filters: sent again, they replace them; emptied, they take them away.
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

/**
 * An address does not tell what it is: the same one may be an owner, a wallet, a mint or a delegate. Known rows show where
 * there is something; that none are known proves nothing.
 */
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
