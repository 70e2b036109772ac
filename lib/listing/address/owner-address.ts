import { MAX_CALLS } from '../../api/whole'
import { percentEncoded } from '../../format/text'
import { type Cluster, filterText, type UrlFilter, type UrlSlice } from '../../page/address'
import type { Search, UrlReader, UrlResult } from '../../page/url-reader'
import {
  DELEGATE_OFFSET,
  isTokenProgram,
  MINT_OFFSET,
  TOKEN_PROGRAM,
  WALLET_OFFSET,
} from '../../protocol/light/token-program'
import { address } from '../../protocol/rpc/primitives'
import { CREATED_PARAMS } from './created'
import { type ListAddress, type ListParams, type ListUrl, listHref, readListUrl } from './list-address'
import { readOwnerQuery } from './owner-query'

export interface UrlWhole {
  /** `twice`: each part is read twice, so that sums can be exact. */
  mode: 'true' | 'twice'
  /** Limit of calls to the indexer; null: only an estimate of them is shown. */
  calls: number | null
}

export interface OwnerNarrowed {
  filters?: readonly UrlFilter[]
  slice?: UrlSlice | null
  whole?: UrlWhole | null
}

export function ownerListAddress(
  owner: string,
  { filters = [], slice, whole }: OwnerNarrowed,
  cluster: Cluster,
): ListAddress {
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
    ownerListAddress(owner, { ...(filters && { filters }), slice: slice ?? null, whole: whole ?? null }, cluster),
    place,
  )
}

/** False for a slice, since a part of a token account cannot be decoded. */
export function listsTokens(owner: string, slice: UrlSlice | null): boolean {
  return slice === null && isTokenProgram(owner)
}

/** Matches a delegate that is set: tag 1, in base58. */
export const DELEGATE_FILTER: UrlFilter = { offset: DELEGATE_OFFSET, bytes: '2' }

export function walletFilter(wallet: string): UrlFilter {
  return { offset: WALLET_OFFSET, bytes: wallet }
}

export function ownedMintFilters(owner: string, mint: string): UrlFilter[] {
  return [walletFilter(owner), { offset: MINT_OFFSET, bytes: mint }]
}

export function walletTokensHref(wallet: string, cluster?: Cluster): string {
  return ownerHref(TOKEN_PROGRAM, { filters: [walletFilter(wallet)] }, cluster)
}

export interface OwnerUrl extends ListUrl {
  owner: string
  filters: UrlFilter[]
  slice: UrlSlice | null
  whole: UrlWhole | null
}

export function readOwnerUrl(owner: string, search: Search): UrlResult<OwnerUrl> {
  const { filters, slice, invalid, typed } = readOwnerQuery(owner, search)
  // A submitted form starts at the first page of another list.
  const listSearch = typed
    ? { ...search, cursor: undefined, open: undefined, at: undefined, takenAt: undefined }
    : search
  const subject = (read: UrlReader) => {
    read.scalar('owner', owner, address)
    read.refuseAll(invalid)
    const whole = readWhole(read)
    const created = CREATED_PARAMS.find((name) => read.one(name) !== null)
    if (whole && created) read.refuse(created, 'cannot be combined with whole, which lists all accounts')
    return { owner, filters, slice, whole }
  }
  return readListUrl('accounts', listSearch, subject, listsTokens(owner, slice))
}

export const READ_MODES: readonly UrlWhole['mode'][] = ['true', 'twice']

function readWhole(read: UrlReader): UrlWhole | null {
  const rule = `must be one of ${READ_MODES.join(', ')}`
  const mode = read.parsed('whole', rule, (text) => READ_MODES.find((known) => known === text) ?? null)
  if (read.one('whole') === null) return null
  const calls = read.parsed('calls', `must be a number from 1 to ${MAX_CALLS}`, (text) => {
    return /^[1-9]\d{0,5}$/.test(text) && Number(text) <= MAX_CALLS ? Number(text) : null
  })
  return { mode: mode ?? 'true', calls }
}
