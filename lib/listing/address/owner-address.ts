import { MOST_CALLS } from '../../api/whole'
import { percentEncoded } from '../../format/text'
import { type Cluster, filterText, type UrlFilter, type UrlSlice } from '../../page/address'
import type { AddressReader, ReadUrl, Search } from '../../page/address-reader'
import {
  DELEGATE_OFFSET,
  isTokenProgram,
  MINT_OFFSET,
  TOKEN_PROGRAM,
  WALLET_OFFSET,
} from '../../protocol/light/token-program'
import { address } from '../../protocol/rpc/primitives'
import { type ListAddress, type ListParams, type ListUrl, listHref, readListUrl } from './list-address'
import { readOwnerQuery } from './owner-query'

/* The addresses of an owner's accounts, of token accounts among them. */

/** A list that is read whole, as a link has it: `whole=` and `calls=`. */
export interface UrlWhole {
  /** Each part once, or twice, so that sums can be exact. */
  mode: 'true' | 'twice'
  /** Calls to the indexer that it may make; null: it is not begun, only what it would cost is shown. */
  calls: number | null
}

/** What narrows the accounts of an owner. */
export interface OwnerNarrowed {
  filters?: readonly UrlFilter[]
  slice?: UrlSlice | null
  whole?: UrlWhole | null
}

/** The address of an owner's list, narrowed by filters and slice, without a place in it. */
export function ownerList(owner: string, { filters = [], slice, whole }: OwnerNarrowed, cluster: Cluster): ListAddress {
  return {
    path: `/owner/${percentEncoded(owner)}`,
    narrowed: {
      filter: filters.map(filterText),
      slice: slice && `${slice.offset}:${slice.length}`,
      whole: whole?.mode,
      calls: whole?.calls,
    },
    cluster,
  }
}

export function ownerHref(
  owner: string,
  { filters, slice, whole, ...place }: ListParams & OwnerNarrowed = {},
  cluster?: Cluster,
): string {
  return listHref(
    ownerList(owner, { ...(filters && { filters }), slice: slice ?? null, whole: whole ?? null }, cluster),
    place,
  )
}

/** True where the list of an owner's accounts shows token data: of a slice of their bytes nothing is decoded. */
export function listsTokens(owner: string, slice: UrlSlice | null): boolean {
  return slice === null && isTokenProgram(owner)
}

/** The filter that finds token accounts with a delegate: the tag is 1, in base58. */
export const DELEGATE_FILTER: UrlFilter = { offset: DELEGATE_OFFSET, bytes: '2' }

/** The filter that finds a wallet's token accounts among those of the token program. */
export function walletFilter(wallet: string): UrlFilter {
  return { offset: WALLET_OFFSET, bytes: wallet }
}

/** The filters that find the token accounts of one owner and one mint among those of the token program. */
export function ownedMintFilters(owner: string, mint: string): UrlFilter[] {
  return [walletFilter(owner), { offset: MINT_OFFSET, bytes: mint }]
}

/** Where a wallet's compressed tokens are listed: at the token program, by the bytes that hold the wallet. */
export function walletTokensHref(wallet: string, cluster?: Cluster): string {
  return ownerHref(TOKEN_PROGRAM, { filters: [walletFilter(wallet)] }, cluster)
}

/** Where the token accounts of a mint are listed: the mint stands first in token data. */
export function mintAccountsHref(mint: string, cluster?: Cluster): string {
  return ownerHref(TOKEN_PROGRAM, { filters: [{ offset: MINT_OFFSET, bytes: mint }] }, cluster)
}

/** The address of an owner's list, read. */
export interface OwnerUrl extends ListUrl {
  owner: string
  filters: UrlFilter[]
  slice: UrlSlice | null
  /** How it is read whole; null: it is not, it is paged. */
  whole: UrlWhole | null
}

/** Reads the address of an owner's list; `owner` is the part of its path. */
export function readOwnerUrl(owner: string, search: Search): ReadUrl<OwnerUrl> {
  const { filters, slice, invalid, typed } = readOwnerQuery(owner, search)
  // What a form sends is another list: it begins at its first page.
  const listSearch = typed
    ? { ...search, cursor: undefined, open: undefined, at: undefined, takenAt: undefined }
    : search
  const subject = (read: AddressReader) => {
    read.scalar('owner', owner, address)
    read.refuseAll(invalid)
    return { owner, filters, slice, whole: readWhole(read) }
  }
  return readListUrl('accounts', listSearch, subject, listsTokens(owner, slice))
}

/** How an owner's list is read whole. */
export const READ_MODES: readonly UrlWhole['mode'][] = ['true', 'twice']

function readWhole(read: AddressReader): UrlWhole | null {
  const text = read.one('whole')
  const calls = read.one('calls')
  if (text === null) return null
  const mode = READ_MODES.find((known) => known === text)
  if (mode === undefined) read.refuse('whole', `must be one of ${READ_MODES.join(', ')}`)
  const count = calls === null ? null : Number(/^[1-9]\d{0,5}$/.test(calls) ? calls : Number.NaN)
  const isBad = count !== null && !(count <= MOST_CALLS)
  if (isBad) read.refuse('calls', `must be a number from 1 to ${MOST_CALLS}`)
  return { mode: mode ?? 'true', calls: count }
}
