import { isDecodedColumn } from '../../api/idl'
import type { CreatedRange } from '../../api/request-params'
import { percentEncoded } from '../../format/text'
import { type Cluster, DEFAULT_LIMIT, href, LIMITS, type ParamValue } from '../../page/address'
import { type Search, UrlReader, type UrlResult } from '../../page/url-reader'
import type { RowsName } from '../../protocol/rpc/items'
import { address } from '../../protocol/rpc/primitives'
import { columnsOf, DECODED_RULE, readSort, shownColumns, sortRule } from './columns'
import { readCreated } from './created'

export type ListMode = 'pages' | 'continuous'

export interface RowPosition {
  number: number
  /** Identifies the row even after others were added or removed; null: only the number is known. */
  identity: string | null
}

export interface ListParams {
  limit?: number
  sort?: string | null
  cursor?: string | null
  open?: string | null
  mode?: ListMode
  at?: RowPosition | null
  columns?: readonly string[] | null
  minSlot?: number | null
  created?: CreatedRange | null
}

export interface ListAddress {
  path: string
  narrowed: Readonly<Record<string, ParamValue>>
  cluster: Cluster
}

export function listHref({ path, narrowed, cluster }: ListAddress, place: ListParams = {}): string {
  const { limit, sort, cursor, open, mode, at, columns, minSlot, created } = place
  const members = {
    limit: limit === DEFAULT_LIMIT ? undefined : limit,
    ...{ sort, cursor, open },
    mode: mode === 'continuous' ? mode : undefined,
    at: at && rowPositionText(at),
    ...{ columns, minSlot },
    ...created,
  }
  return href(path, { ...narrowed, ...members, cluster })
}

export function readRowPosition(text: string): RowPosition | null {
  const [, number, identity = null] = /^([1-9]\d{0,8})(?::([1-9A-HJ-NP-Za-km-z]{1,88}))?$/.exec(text) ?? []
  return number === undefined ? null : { number: Number(number), identity }
}

export function rowPositionText({ number, identity }: RowPosition): string {
  return identity === null ? String(number) : `${number}:${identity}`
}

export interface ListUrl {
  limit: number
  sort: string | null
  cursor: string | null
  /** True for a cursor of an earlier version: the first page is shown. */
  isOlder?: true
  open: string | null
  mode: ListMode
  at: RowPosition | null
  /** The slot that the link's sender saw; does not change any request. */
  takenAt: number | null
  minSlot: number | null
  /** Only accounts created then; null: all. */
  created: CreatedRange | null
  columns: string[] | null
}

/**
 * @param subject reads what the list belongs to: an owner, a delegate, or nothing
 * @param tokens true for accounts of the token program
 */
export function readListUrl<Subject>(
  rows: RowsName,
  search: Search,
  subject: (read: UrlReader) => Subject,
  tokens = false,
): UrlResult<Subject & ListUrl> {
  const read = new UrlReader(search)
  return read.done({ ...subject(read), ...readPlace(read, rows, tokens) })
}

/** An unsigned cursor of versions 1 and 2, recognised by its first byte in base64url. */
const OLDER_CURSOR = /^A[Q-Za-v][\w-]{6,}$/

function readPlace(read: UrlReader, rows: RowsName, tokens: boolean): ListUrl {
  const limit = read.limit(DEFAULT_LIMIT)
  const sort = read.parsed('sort', sortRule(rows), (text) => readSort(rows, text) && text)
  const cursor = read.one('cursor')
  const isOlder = cursor !== null && OLDER_CURSOR.test(cursor)
  return {
    limit,
    sort,
    cursor: isOlder ? null : cursor,
    ...(isOlder && { isOlder }),
    open: read.one('open'),
    mode:
      read.parsed('mode', 'must be pages or continuous', (text) => MODES.find((mode) => mode === text) ?? null) ??
      'pages',
    at: read.parsed('at', 'must be <row number> or <row number>:<hash or signature>', readRowPosition),
    takenAt: read.slot('takenAt'),
    minSlot: read.slot('minSlot'),
    created: rows === 'signatures' ? null : readCreated(read),
    columns: readColumns(read, rows, tokens),
  }
}

const MODES: readonly ListMode[] = ['pages', 'continuous']

function readColumns(read: UrlReader, rows: RowsName, tokens: boolean): string[] | null {
  const named = read.all('columns').filter((name) => name !== '')
  const names: string[] = columnsOf(rows).map(({ name }) => name)
  const decoded = rows === 'accounts' ? named.filter(isDecodedColumn) : []
  const rule = `must be among ${names.join(', ')}${rows === 'accounts' ? `, ${DECODED_RULE}` : ''}`
  if (named.some((name) => !names.includes(name) && !decoded.includes(name))) read.refuse('columns', rule)
  if (named.length === 0) return null
  const namesOf = (chosen: string[] | null) => shownColumns(rows, chosen, tokens).map(({ name }) => name)
  const chosen = [...namesOf(named), ...decoded]
  // Falls back if none of the chosen columns exists here, e.g. the mint in a slice.
  const isLost = chosen.length === 1 && named.some((name) => name !== chosen[0])
  return isLost || chosen.join() === namesOf(null).join() ? null : chosen
}

export function latestListAddress(cluster: Cluster): ListAddress {
  return { path: '/latest', narrowed: {}, cluster }
}

export function latestHref(place: ListParams = {}, cluster?: Cluster): string {
  return listHref(latestListAddress(cluster), place)
}

export function delegateListAddress(delegate: string, mint: string | null | undefined, cluster: Cluster): ListAddress {
  return { path: `/delegate/${percentEncoded(delegate)}`, narrowed: { mint }, cluster }
}

export function delegateHref(
  delegate: string,
  { mint, ...place }: ListParams & { mint?: string | null } = {},
  cluster?: Cluster,
): string {
  return listHref(delegateListAddress(delegate, mint, cluster), place)
}

interface DelegateUrl extends ListUrl {
  delegate: string
  mint: string | null
}

export function readDelegateUrl(delegate: string, search: Search): UrlResult<DelegateUrl> {
  return readListUrl('tokenAccounts', search, (read) => {
    const mint = read.one('mint')
    return {
      delegate: read.scalar('delegate', delegate, address),
      mint: mint === null ? null : read.scalar('mint', mint, address),
    }
  })
}

export function mintListAddress(mint: string, cluster: Cluster): ListAddress {
  return { path: `/mint/${percentEncoded(mint)}`, narrowed: {}, cluster }
}

export function mintHref(mint: string, cluster?: Cluster): string {
  return listHref(mintListAddress(mint, cluster))
}

interface MintUrl extends ListUrl {
  mint: string
}

export function readMintUrl(mint: string, search: Search): UrlResult<MintUrl> {
  return readListUrl('accounts', search, (read) => ({ mint: read.scalar('mint', mint, address) }), true)
}

export function pageSizes(current: number, hrefOf: (limit: number) => string) {
  const sizes = [...new Set([...LIMITS, current])].sort((one, other) => one - other)
  return sizes.map((limit) => ({ limit, href: hrefOf(limit), current: limit === current }))
}
