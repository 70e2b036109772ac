import type { ReactNode } from 'react'
import { VERBATIM } from '@/components/ui/verbatim'
import type { Answer } from '@/lib/api/answer'
import { hexOf } from '@/lib/format/hex'
import { groupDigits } from '@/lib/format/numbers'
import { BYTE_FORMATS, formatByteCount, PUBKEY_BYTES, parseBytes } from '@/lib/format/typed-bytes'
import { delegateHref, type ListParams, mintHref } from '@/lib/listing/address/list-address'
import { type OwnerNarrowed, ownerHref } from '@/lib/listing/address/owner-address'
import { OWNER_FIELDS, type OwnerField, type OwnerQuery } from '@/lib/listing/address/owner-query'
import type { Cluster, UrlFilter } from '@/lib/page/address'
import { MINT_OFFSET, TOKEN_PROGRAM, WALLET_OFFSET } from '@/lib/protocol/light/token-program'
import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import { walletHref } from '@/lib/wallet/address'
import { Chip } from '../../../../components/ui/chip'
import { Link } from '../../../../components/ui/link'
import * as words from '../words-server'

interface OwnerToolsProps {
  owner: string
  query: OwnerQuery
  place: ListParams
  cluster: Cluster
}

function hrefOf(
  { owner, query: { filters, slice }, place, cluster }: OwnerToolsProps,
  change: OwnerNarrowed = {},
): string {
  return ownerHref(owner, { filters, slice, ...place, ...change }, cluster)
}

/** Forms of the page of an invalid address. */
export function OwnerCorrections({ tools }: { tools: OwnerToolsProps }) {
  return (
    <div className="mt-5 space-y-3">
      <SentChips tools={tools} heading="Filters not applied yet" />
      <div className="panel">
        <FilterForms tools={tools} />
      </div>
    </div>
  )
}

/** An address may be an owner, a wallet, a mint or a delegate. */
export function ViewAs({ owner, cluster }: { owner: string; cluster: Cluster }) {
  if (knownAccount(owner)) return null
  return (
    <nav aria-label="View this address as" className="flex flex-wrap gap-x-4 gap-y-1">
      <span>View as</span>
      <Link href={walletHref(owner, {}, cluster)}>Wallet</Link>
      <Link href={mintHref(owner, cluster)}>Mint</Link>
      <Link href={delegateHref(owner, {}, cluster)}>Delegate</Link>
    </nav>
  )
}

export function SentChips({ tools, heading }: { tools: OwnerToolsProps; heading: string }) {
  const { owner, query } = tools
  const { filters, slice, errors } = query
  if (filters.length === 0 && !slice) return null
  return (
    <section aria-label={heading} className="pb-3">
      <ul className="flex flex-wrap items-center gap-2">
        <li className="eyebrow max-sm:hidden" aria-hidden="true">
          {heading}
        </li>
        {filters.map((filter, i) => (
          <Chip
            // biome-ignore lint/suspicious/noArrayIndexKey: an address may hold the same filter twice
            key={i}
            without={hrefOf(tools, { filters: filters.filter((_, at) => at !== i) })}
            what={`filter at byte ${filter.offset}`}
          >
            <FilterWords owner={owner} filter={filter} />
          </Chip>
        ))}
        {slice && (
          <Chip without={hrefOf(tools, { slice: null })} what="slice">
            {`data slice: ${formatByteCount(slice.length)} from byte ${groupDigits(slice.offset)}`}
          </Chip>
        )}
      </ul>
      {errors.filter && <p className="pt-1 text-sm text-fail">{`Filters ${errors.filter}.`}</p>}
    </section>
  )
}

/** Up to this size a chip shows hex, which is more readable than base58. */
const HEX_UP_TO = 8

/** By offset. facts/light-events.md 9. */
const TOKEN_PARTS: Readonly<Record<number, string>> = { [MINT_OFFSET]: 'mint', [WALLET_OFFSET]: 'wallet' }

function FilterWords({ owner, filter: { offset, bytes } }: { owner: string; filter: UrlFilter }) {
  const read = parseBytes('base58', bytes)
  const length = read.ok ? read.bytes.length : 0
  const hex = read.ok ? hexOf(read.bytes) : ''
  const part = length === PUBKEY_BYTES && owner === TOKEN_PROGRAM ? TOKEN_PARTS[offset] : undefined
  return (
    <>
      <span className="shrink-0">{`${part ?? `byte ${groupDigits(offset)}`}:`}</span>
      <bdi dir="ltr" className="id truncate text-ink" title={`base58 ${bytes}, hex ${hex}`}>
        {length <= HEX_UP_TO ? hex : bytes}
      </bdi>
      {!part && <span className="shrink-0">{formatByteCount(length)}</span>}
    </>
  )
}

/** A slice that keeps the answers of long lists small. features.md a14. */
const FIRST_BYTES = { offset: 0, length: 128 }

/** features.md a13. */
export function FilterForms({ tools }: { tools: OwnerToolsProps }) {
  const { owner, query } = tools
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 p-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {owner === TOKEN_PROGRAM && <TokenForm tools={tools} />}
      <OwnerForm tools={tools} label="Filter by bytes" fields={['filterOffset', 'filterFormat', 'filterBytes']}>
        <h2 className="text-base">Filter by bytes</h2>
        <p id="filter-about" className="max-w-prose pt-1 pb-3 text-sm text-muted">
          {words.filterAbout}
        </p>
        <div className="grid items-start gap-3 grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[6rem_12rem_minmax(0,1fr)_auto]">
          <Field name="filterOffset" query={query} about="filter-about" />
          <Field name="filterFormat" query={query} options={BYTE_FORMATS} />
          <Field name="filterBytes" query={query} className="col-span-2 sm:col-span-1" />
          <button type="submit" className="button button-primary col-span-2 min-h-9! sm:col-span-1 sm:mt-5">
            Add filter
          </button>
        </div>
      </OwnerForm>
      <OwnerForm tools={tools} label="Data slice" fields={['sliceOffset', 'sliceLength']}>
        <h2 className="text-base">Data slice</h2>
        <p className="max-w-prose pt-1 pb-3 text-sm text-muted">{words.sliceAbout}</p>
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[6rem_6rem_auto]">
          <Field name="sliceOffset" query={query} />
          <Field name="sliceLength" query={query} />
          <button type="submit" className="button col-span-2 min-h-9! sm:col-span-1 sm:mt-5 sm:justify-self-start">
            Set slice
          </button>
        </div>
        <p className="pt-2 text-sm">
          <Link href={hrefOf(tools, { slice: FIRST_BYTES })}>{`First ${FIRST_BYTES.length} bytes`}</Link>{' '}
          <span className="text-muted">for long lists</span>
        </p>
      </OwnerForm>
    </div>
  )
}

/** The token program owns all tokens, so people look for a wallet or a mint there. */
function TokenForm({ tools }: { tools: OwnerToolsProps }) {
  const { query } = tools
  const { tokenWallet, tokenMint } = query.fields
  // These two fields own their filters: sending replaces them, empty removes them.
  const own = [`${WALLET_OFFSET}:${tokenWallet}`, `${MINT_OFFSET}:${tokenMint}`]
  const filters = query.filters.filter(({ offset, bytes }) => !own.includes(`${offset}:${bytes}`))
  return (
    <div className="lg:col-span-2">
      <OwnerForm
        tools={{ ...tools, query: { ...query, filters } }}
        label="Tokens by wallet or mint"
        fields={['tokenWallet', 'tokenMint']}
      >
        <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
          <Field name="tokenWallet" query={query} />
          <Field name="tokenMint" query={query} />
          <button type="submit" className="button min-h-9! sm:mt-5">
            Show tokens
          </button>
        </div>
      </OwnerForm>
    </div>
  )
}

/** Works without scripts; the server redirects to the canonical URL (lib/listing/address/owner-query.ts). */
function OwnerForm({
  tools,
  label,
  fields,
  children,
}: {
  tools: OwnerToolsProps
  label: string
  fields: readonly OwnerField[]
  children: ReactNode
}) {
  const { errors } = tools.query
  return (
    <form action={ownerHref(tools.owner)} method="get" aria-label={label} noValidate>
      {[...new URL(hrefOf(tools), 'http://here').searchParams].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
      {fields.map(
        (name) =>
          errors[name] && (
            <p key={name} id={`${name}-error`} className="pt-1 text-sm text-fail">
              {`${OWNER_FIELDS[name]} ${errors[name]}.`}
            </p>
          ),
      )}
    </form>
  )
}

/** `name` is also its id. */
function Field({
  name,
  query: { fields, errors },
  options,
  about,
  className,
}: {
  name: OwnerField
  query: OwnerQuery
  options?: Readonly<Record<string, string>>
  about?: string
  className?: string
}) {
  const attributes = {
    id: name,
    name,
    defaultValue: fields[name],
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': [errors[name] && `${name}-error`, about].filter(Boolean).join(' ') || undefined,
  }
  const isNumber = /Offset|Length/.test(name)
  return (
    <div className={className}>
      <label htmlFor={name} className="block pb-1 text-xs font-semibold text-muted">
        {OWNER_FIELDS[name]}
      </label>
      {options ? (
        <select {...attributes} className="field aria-invalid:border-fail">
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...attributes}
          {...VERBATIM}
          inputMode={isNumber ? 'numeric' : 'text'}
          className={`field aria-invalid:border-fail ${isNumber ? 'number' : 'id'}`}
        />
      )}
    </div>
  )
}

export function WholeOffer({ answer: { meta, result }, tools }: { answer: OwnerAnswer; tools: OwnerToolsProps }) {
  const isUnproven = meta.complete === null && (result.value.cursor ?? null) === null && result.value.items.length > 0
  if (meta.complete !== false && !isUnproven) return null
  const whole = hrefOf({ ...tools, place: {} }, { whole: { mode: 'true', calls: null } })
  return (
    <p className="panel mb-3 max-w-4xl px-4 py-2 text-sm">
      <Link href={whole} rel="nofollow" className="font-semibold">
        {words.readInParts}
      </Link>
      <span>{words.partsAbout(isUnproven)}</span>
    </p>
  )
}

type OwnerAnswer = Answer<'getCompressedAccountsByOwner'>
