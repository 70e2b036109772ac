import { percentEncoded } from '../format/percent'

/*
 * Addresses of pages: every link is built here, so that each parameter has one name and the network stays in the link.
 * design.md 4.3.
 */

/** Page sizes that menus offer; an address may name any from 1 to 1,000. Links leave DEFAULT_LIMIT out. */
export const LIMITS: readonly number[] = [10, 25, 50, 100, 250, 1000]

/** Rows of a page where the address names no number. */
export const DEFAULT_LIMIT = 50

/** One memcmp filter as it stands in a link: `<offset>:<base58>`. */
export interface UrlFilter {
  offset: number
  bytes: string
}

/** Which part of each account's data is asked for: `<offset>:<length>`. */
export interface UrlSlice {
  offset: number
  length: number
}

/** A list that is read whole, as a link has it: `whole=` and `calls=`. */
export interface UrlWhole {
  /** Each part once, or twice, so that sums can be exact. */
  mode: 'true' | 'twice'
  /** Calls to the indexer that it may make; null: it is not begun, only what it would cost is shown. */
  calls: number | null
}

/** How a list is read: a page at a time, or in one go with rows loaded as one scrolls. */
export type ListMode = 'pages' | 'continuous'

/** The first row on the screen of a continuous list. */
export interface RowPosition {
  /** Its number, counted from the list's first row as 1. */
  number: number
  /** Its hash or signature, which finds it after rows before it came or went; null where only the number is known. */
  identity: string | null
}

/** Which part of a list a link shows, and how. */
export interface ListParams {
  limit?: number
  /** How it is sorted, see sort.ts; null: in its own order. */
  sort?: string | null
  cursor?: string | null
  /** Hash of the expanded row. */
  open?: string | null
  mode?: ListMode
  at?: RowPosition | null
  /** Columns that are shown; null: those that the list shows of itself. See columns.ts. */
  columns?: readonly string[] | null
  /** The slot that the list must not be older than; null: none. */
  minSlot?: number | null
}

/** The network of a link: undefined for the default one, which links leave out. */
export type Cluster = string | undefined

/** The home page. */
export function homeHref(cluster?: Cluster): string {
  return href('/', { cluster })
}

/**
 * Pages that list rows, by what their paths are or begin with. Their definitions (lib/site) are held to it, and links to
 * them carry the page size that a reader chose last.
 */
export const LIST_PATHS = ['/owner/', '/wallet/', '/delegate/', '/latest'] as const

type ListPath = (typeof LIST_PATHS)[number]

/** Routes of pages that list rows, as the folders in app/ are called. */
export type ListRoute = { [P in ListPath]: P extends `${string}/` ? `${P}[${string}]` : P }[ListPath]

/** A list as addresses name it, without a place in it. Plain data: the browser gets it with the page. */
export interface ListAddress {
  path: string
  /** Parameters that make it another list. */
  narrowed: Readonly<Record<string, Member>>
  cluster: Cluster
}

/** Where a place in a list is. */
export function listHref({ path, narrowed, cluster }: ListAddress, place: ListParams = {}): string {
  return href(path, { ...narrowed, ...listMembers(place), cluster })
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

/** A page of an owner's accounts. */
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

/** The address of a delegate's list, of one mint or of all, without a place in it. */
export function delegateList(delegate: string, mint: string | null | undefined, cluster: Cluster): ListAddress {
  return { path: `/delegate/${percentEncoded(delegate)}`, narrowed: { mint }, cluster }
}

/** A page of a delegate's token accounts. */
export function delegateHref(
  delegate: string,
  { mint, ...place }: ListParams & { mint?: string | null } = {},
  cluster?: Cluster,
): string {
  return listHref(delegateList(delegate, mint, cluster), place)
}

/** Tabs of a wallet's page, as its address names them. design.md 4.3. */
export const WALLET_TABS = ['tokens', 'sol', 'given', 'received'] as const

/** A tab of a wallet's page. */
export type WalletTab = (typeof WALLET_TABS)[number]

/** What `associated=` says on a wallet's page: the associated token accounts of the mints that it lists are requested, too. */
export const ASSOCIATED_LISTED = 'listed'

/** What of a wallet a link shows. */
export interface WalletNarrowed {
  /** Null: the first tab that has rows. */
  tab?: WalletTab | null
  mint?: string | null
}

/** The address of a list of a wallet: one tab of its page, of one mint or of all, without a place in it. */
export function walletList(wallet: string, { tab, mint }: WalletNarrowed, cluster: Cluster): ListAddress {
  return { path: `/wallet/${percentEncoded(wallet)}`, narrowed: { tab, mint }, cluster }
}

/** A wallet's tokens, and those under the associated token accounts of the mints that are listed. Once: no page keeps it. */
export function walletAssociatedHref(wallet: string, cluster?: Cluster): string {
  return href(`/wallet/${percentEncoded(wallet)}`, { tab: 'tokens', associated: ASSOCIATED_LISTED, cluster })
}

/** What a wallet holds. */
export function walletHref(
  wallet: string,
  { tab, mint, ...place }: ListParams & WalletNarrowed = {},
  cluster?: Cluster,
): string {
  return listHref(walletList(wallet, { tab: tab ?? null, mint: mint ?? null }, cluster), place)
}

/** What a link to an account carries beside its hash, so that its page can show more. features.md e5. */
export interface AccountContext {
  /** Whose live accounts hold the row, if it is still live. */
  owner?: string | null
  /** Narrow the owner's list, so that the row is found in a long one too. */
  filters?: readonly UrlFilter[]
  /** The slot that the indexer must have reached before the answer means anything. */
  minSlot?: number | null
  /** Whose associated token account may own the tokens: the page compares. facts/cold-tokens.md 2. */
  wallet?: string | null
}

/** An account's page; `owner` and `filters` name the list that it was found in. */
export function accountHref(
  hash: string,
  cluster?: Cluster,
  { owner, filters = [], minSlot, wallet }: AccountContext = {},
): string {
  return href(`/account/${percentEncoded(hash)}`, { owner, filter: filters.map(filterText), minSlot, wallet, cluster })
}

/** The address of the latest signatures, without a place in them. */
export function latestList(cluster: Cluster): ListAddress {
  return { path: '/latest', narrowed: {}, cluster }
}

/** A page of the latest signatures. */
export function latestHref(place: ListParams = {}, cluster?: Cluster): string {
  return listHref(latestList(cluster), place)
}

/** /status; `range` is made by rangeParams() of status-range.ts. */
export function statusHref(cluster?: Cluster, range: { range?: string; from?: string; to?: string } = {}): string {
  return href('/status', { ...range, cluster })
}

/** Two indexers beside each other; without parameters its form. See lib/compare/address.ts. */
export function compareHref(params: Record<string, string | undefined> = {}, cluster?: Cluster): string {
  return href('/compare', { ...params, cluster })
}

/** The help page. */
export function helpHref(cluster?: Cluster): string {
  return href('/help', { cluster })
}

/** A transaction's page. */
export function txHref(signature: string, cluster?: Cluster): string {
  return href(`/tx/${percentEncoded(signature)}`, { cluster })
}

/** A search for `q`, which may be any text. */
export function searchHref(q: string, cluster?: Cluster): string {
  return href('/search', { q, cluster })
}

/** A link from data (an example of a network, for instance) with the network added. */
export function withCluster(path: string, cluster: Cluster): string {
  if (cluster === undefined) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ cluster })}`
}

/** A link with a page size added, where it leads to a list and names no size itself. */
export function withLimit(path: string, limit: number): string {
  if (!leadsToList(path) || /[?&]limit=/.test(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
}

/** True for the addresses of pages that list rows. */
export function leadsToList(path: string): boolean {
  return LIST_PATHS.some(
    (list) => path.startsWith(list) && (list.endsWith('/') || !/^[^?]/.test(path.slice(list.length))),
  )
}

/** The token program of the current generation: owner of every compressed token account. facts/light-events.md 1. */
export const TOKEN_PROGRAM = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

/** The token program of today and of the two generations before it. facts/light-events.md 1. */
const TOKEN_PROGRAMS: readonly string[] = [
  TOKEN_PROGRAM,
  'HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN',
  '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE',
]

/** True for the token program, of today or of an earlier generation. */
export function isTokenProgram(owner: string): boolean {
  return TOKEN_PROGRAMS.includes(owner)
}

/** True where the list of an owner's accounts shows token data: of a slice of their bytes nothing is decoded. */
export function listsTokens(owner: string, slice: UrlSlice | null): boolean {
  return slice === null && isTokenProgram(owner)
}

/** Offset of the mint in token data. facts/light-events.md 9. */
export const MINT_OFFSET = 0

/** Offset of the tag that says whether token data names a delegate, behind mint, wallet and amount. facts/light-events.md 9. */
export const DELEGATE_OFFSET = 72

/** The filter that finds token accounts with a delegate: the tag is 1, in base58. */
export const DELEGATE_FILTER: UrlFilter = { offset: DELEGATE_OFFSET, bytes: '2' }

/** Offset of the wallet in token data, behind the mint. facts/light-events.md 9. */
export const WALLET_OFFSET = 32

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

/** A filter as links and the fields of forms hold it. */
export function filterText({ offset, bytes }: UrlFilter): string {
  return `${offset}:${bytes}`
}

function listMembers({ limit, sort, cursor, open, mode, at, columns, minSlot }: ListParams) {
  return {
    limit: limit === DEFAULT_LIMIT ? undefined : limit,
    sort,
    cursor,
    open,
    mode: mode === 'continuous' ? mode : undefined,
    at: at && atText(at),
    columns,
    minSlot,
  }
}

/** Reads a row's position from a link; null for text that is none. */
export function readAt(text: string): RowPosition | null {
  const [, number, identity = null] = /^([1-9]\d{0,8})(?::([1-9A-HJ-NP-Za-km-z]{1,88}))?$/.exec(text) ?? []
  return number === undefined ? null : { number: Number(number), identity }
}

/** A row's position as a link holds it: `<number>` or `<number>:<hash or signature>`. */
export function atText({ number, identity }: RowPosition): string {
  return identity === null ? String(number) : `${number}:${identity}`
}

type Member = string | number | null | undefined | readonly string[]

function href(path: string, members: Record<string, Member>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  // Colons are legal in a query and read better than %3A.
  const text = search.toString().replaceAll('%3A', ':')
  return text === '' ? path : `${path}?${text}`
}
