import { percentEncoded } from '../../format/text'
import { type Cluster, DEFAULT_LIMIT, href, LIMITS, type Member } from '../../page/address'
import { AddressReader, type ReadUrl, type Search } from '../../page/address-reader'
import type { RowsName } from '../../protocol/rpc/items'
import { address } from '../../protocol/rpc/primitives'
import { columnsOf, readSort, shownColumns, sortRule } from './columns'

/* Addresses of lists: whose rows they are is up to each list, the place in it is the same for all. design.md 4.3. */

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

/** The part of a list that a page shows, and how. */
export interface ListUrl {
  limit: number
  /** How it is sorted, see sort.ts; null: in its own order. */
  sort: string | null
  cursor: string | null
  /** True where the link names its page in a form that is not read any more: it shows the first one. */
  isOlder?: true
  open: string | null
  mode: ListMode
  /** Where a continuous list is scrolled to; null: to its first row. */
  at: RowPosition | null
  /** The slot that the link's sender saw, if the link names it. It changes no request. */
  takenAt: number | null
  /** The slot that the list must not be older than; null: none. */
  minSlot: number | null
  /** Columns that are shown; null: those that the list shows of itself. */
  columns: string[] | null
}

/**
 * Reads the address of a list of a kind of rows: whose list it is, as `subject` reads it, and the place in it.
 * @param tokens true where its accounts are those of the token program
 */
export function readListUrl<Subject>(
  rows: RowsName,
  search: Search,
  subject: (read: AddressReader) => Subject,
  tokens = false,
): ReadUrl<Subject & ListUrl> {
  const read = new AddressReader(search)
  return read.done({ ...subject(read), ...readPlace(read, rows, tokens) })
}

const MODE_RULE = 'must be pages or continuous'
const AT_RULE = 'must be <row number> or <row number>:<hash or signature>'

/** A cursor of before there were signatures, by its first byte: 1 or 2, in base64url. */
const OLDER_CURSOR = /^A[Q-Za-v][\w-]{6,}$/

function readPlace(read: AddressReader, rows: RowsName, tokens: boolean): ListUrl {
  return {
    limit: read.limit(DEFAULT_LIMIT),
    sort: readSortOf(read, rows),
    ...readCursor(read),
    open: read.one('open'),
    mode: readMode(read),
    at: readPosition(read),
    takenAt: read.slot('takenAt'),
    minSlot: read.slot('minSlot'),
    columns: readColumns(read, rows, tokens),
  }
}

function readCursor(read: AddressReader): Pick<ListUrl, 'cursor' | 'isOlder'> {
  const cursor = read.one('cursor')
  return cursor !== null && OLDER_CURSOR.test(cursor) ? { cursor: null, isOlder: true } : { cursor }
}

function readSortOf(read: AddressReader, rows: RowsName): string | null {
  const text = read.one('sort')
  if (text !== null && readSort(rows, text) === null) read.refuse('sort', sortRule(rows))
  return text
}

function readColumns(read: AddressReader, rows: RowsName, tokens: boolean): string[] | null {
  const named = read.all('columns').filter((name) => name !== '')
  const names: string[] = columnsOf(rows).map(({ name }) => name)
  if (named.some((name) => !names.includes(name))) read.refuse('columns', `must be among ${names.join(', ')}`)
  if (named.length === 0) return null
  const namesOf = (chosen: string[] | null) => shownColumns(rows, chosen, tokens).map(({ name }) => name)
  const chosen = namesOf(named)
  // Nothing of what was chosen is in this list: a slice of token accounts has no mints, for instance.
  const isLost = chosen.length === 1 && named.some((name) => name !== chosen[0])
  return isLost || chosen.join() === namesOf(null).join() ? null : chosen
}

function readMode(read: AddressReader): ListMode {
  const text = read.one('mode') ?? 'pages'
  if (text !== 'pages' && text !== 'continuous') read.refuse('mode', MODE_RULE)
  return text === 'continuous' ? text : 'pages'
}

function readPosition(read: AddressReader): RowPosition | null {
  const text = read.one('at')
  if (text === null) return null
  const at = readAt(text)
  if (at === null) read.refuse('at', AT_RULE)
  return at
}

/** The address of the latest signatures, without a place in them. */
export function latestList(cluster: Cluster): ListAddress {
  return { path: '/latest', narrowed: {}, cluster }
}

export function latestHref(place: ListParams = {}, cluster?: Cluster): string {
  return listHref(latestList(cluster), place)
}

/* The addresses of token accounts that name a delegate. */

/** The address of a delegate's list, of one mint or of all, without a place in it. */
export function delegateList(delegate: string, mint: string | null | undefined, cluster: Cluster): ListAddress {
  return { path: `/delegate/${percentEncoded(delegate)}`, narrowed: { mint }, cluster }
}

export function delegateHref(
  delegate: string,
  { mint, ...place }: ListParams & { mint?: string | null } = {},
  cluster?: Cluster,
): string {
  return listHref(delegateList(delegate, mint, cluster), place)
}

/** The address of a delegate's list, read. */
export interface DelegateUrl extends ListUrl {
  delegate: string
  mint: string | null
}

/** Reads the address of a delegate's list; `delegate` is the part of its path. */
export function readDelegateUrl(delegate: string, search: Search): ReadUrl<DelegateUrl> {
  return readListUrl('tokenAccounts', search, (read) => {
    const mint = read.one('mint')
    return {
      delegate: read.scalar('delegate', delegate, address),
      mint: mint === null ? null : read.scalar('mint', mint, address),
    }
  })
}

/** A page size in a list's menu. */
export interface PageSize {
  limit: number
  href: string
  current: boolean
}

/** The menu of page sizes: those of LIMITS, and the page's own where the address names another one. */
export function pageSizes(current: number, hrefOf: (limit: number) => string): PageSize[] {
  const sizes = [...new Set([...LIMITS, current])].sort((one, other) => one - other)
  return sizes.map((limit) => ({ limit, href: hrefOf(limit), current: limit === current }))
}
