import Link from 'next/link'
import { BYTE_FORMATS, MAX_TYPED_BYTES } from '@/lib/format/typed-bytes'
import { MAX_FILTERS } from '@/lib/rpc/methods/getCompressedAccountsByOwner'
import {
  type Cluster,
  delegateHref,
  type ListMode,
  MINT_OFFSET,
  mintAccountsHref,
  ownerHref,
  TOKEN_PROGRAM,
  WALLET_OFFSET,
  walletTokensHref,
} from '@/lib/urls/links'
import type { OwnerQuery } from '@/lib/urls/owner-query'
import { Choice, Field, FieldErrors } from './field'
import { LiveBytes } from './live-bytes'
import { OwnerForm, type OwnerPageQuery } from './owner-form'
import { SentChips } from './sent-chips'

/** Long lists get light with this much of each account's data. features.md a14. */
const FIRST_BYTES = { offset: 0, length: 128 }

/** What narrows an owner's list: what is sent now, and the forms that change it. All of it works without scripts. */
export function OwnerTools({
  owner,
  query,
  limit,
  mode,
  columns = null,
  cluster,
  open = false,
}: {
  owner: string
  query: OwnerQuery
  limit: number
  mode: ListMode
  columns?: readonly string[] | null
  cluster: Cluster
  /** True where a field has to be corrected. */
  open?: boolean
}) {
  const current: OwnerPageQuery = { owner, filters: query.filters, slice: query.slice, limit, mode, columns, cluster }
  return (
    <div className="space-y-3 pb-5">
      {owner === TOKEN_PROGRAM ? (
        <TokenForm query={query} current={current} />
      ) : (
        <OtherReadings owner={owner} cluster={cluster} />
      )}
      <SentChips current={current} error={query.errors.filter} isSent={!open} />
      <details open={open}>
        <summary className="button list-none">
          Filter by bytes, slice the data <span aria-hidden="true">▾</span>
        </summary>
        <div className="panel mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 p-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <FilterForm query={query} current={current} />
          <SliceForm query={query} current={current} />
        </div>
      </details>
    </div>
  )
}

/** Builds one memcmp filter from bytes in whatever form they are at hand. features.md a13. */
function FilterForm({ query, current }: { query: OwnerQuery; current: OwnerPageQuery }) {
  return (
    <OwnerForm current={current} label="Filter by bytes">
      <h2 className="text-base">Filter by bytes</h2>
      <p id="filter-about" className="max-w-prose pt-1 pb-3 text-sm text-muted">
        Only accounts whose data holds these bytes at this offset. Offset 0 is the first byte behind the 8-byte
        discriminator. At most {MAX_FILTERS} filters of {MAX_TYPED_BYTES} bytes; an account has to match all of them.
      </p>
      <div className="grid items-start gap-3 grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[6rem_12rem_minmax(0,1fr)_auto]">
        <Field name="filterOffset" state={query} numeric describedBy="filter-about" />
        <Choice name="filterFormat" state={query} options={BYTE_FORMATS} />
        <Field name="filterBytes" state={query} describedBy="filter-preview" className="col-span-2 sm:col-span-1" />
        <button type="submit" className="button col-span-2 min-h-9! sm:col-span-1 sm:mt-5">
          Add filter
        </button>
      </div>
      <FieldErrors names={['filterOffset', 'filterFormat', 'filterBytes']} state={query} />
      <LiveBytes id="filter-preview" />
    </OwnerForm>
  )
}

function SliceForm({ query, current }: { query: OwnerQuery; current: OwnerPageQuery }) {
  const { owner, filters, limit, mode, columns, cluster } = current
  return (
    <OwnerForm current={current} label="Slice the data">
      <h2 className="text-base">Slice the data</h2>
      <p className="max-w-prose pt-1 pb-3 text-sm text-muted">
        Only this part of each account’s data is asked for. Filters still compare the whole data.
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
        <Link href={ownerHref(owner, { filters, slice: FIRST_BYTES, limit, mode, columns }, cluster)} prefetch={false}>
          First {FIRST_BYTES.length} bytes
        </Link>{' '}
        <span className="text-muted">keep long lists light.</span>
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
    <OwnerForm current={{ ...current, filters: others }} label="Tokens of a wallet or a mint">
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

/** Nothing tells what an address is: the same one may be an owner, a wallet, a mint or a delegate. */
function OtherReadings({ owner, cluster }: { owner: string; cluster: Cluster }) {
  return (
    <nav aria-label="Other readings of this address" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <span className="text-muted">Read it instead as</span>
      <Link href={walletTokensHref(owner, cluster)} prefetch={false}>
        a wallet: its compressed tokens
      </Link>
      <Link href={mintAccountsHref(owner, cluster)} prefetch={false}>
        a mint: its token accounts
      </Link>
      <Link href={delegateHref(owner, {}, cluster)} prefetch={false}>
        a delegate: what it may move
      </Link>
    </nav>
  )
}
