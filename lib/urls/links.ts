/*
 * Addresses of pages: every link is built here, so that parameters bear one name and the network stays in the link.
 * design.md 4.3.
 */

/** Page sizes that a list page takes; the first that a link need not name is DEFAULT_LIMIT. */
export const LIMITS = [10, 25, 50, 100, 250, 1000] as const

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

/** Which rows of a list are looked at. */
export interface Place {
  limit?: number
  cursor?: string | null
  /** Hash of the row that stands open. */
  open?: string | null
}

/** The network of a link: undefined for the default one, which links leave out. */
export type Cluster = string | undefined

export function homeHref(cluster?: Cluster): string {
  return href('/', { cluster })
}

export function ownerHref(
  owner: string,
  { filters = [], slice, ...place }: Place & { filters?: readonly UrlFilter[]; slice?: UrlSlice | null } = {},
  cluster?: Cluster,
): string {
  return href(`/owner/${encodeURIComponent(owner)}`, {
    filter: filters.map(({ offset, bytes }) => `${offset}:${bytes}`),
    slice: slice ? `${slice.offset}:${slice.length}` : undefined,
    ...placeMembers(place),
    cluster,
  })
}

export function delegateHref(
  delegate: string,
  { mint, ...place }: Place & { mint?: string | null } = {},
  cluster?: Cluster,
): string {
  return href(`/delegate/${encodeURIComponent(delegate)}`, { mint, ...placeMembers(place), cluster })
}

export function accountHref(hash: string, cluster?: Cluster): string {
  return href(`/account/${encodeURIComponent(hash)}`, { cluster })
}

export function latestHref(place: Place = {}, cluster?: Cluster): string {
  return href('/latest', { ...placeMembers(place), cluster })
}

export function statusHref(cluster?: Cluster): string {
  return href('/status', { cluster })
}

export function helpHref(cluster?: Cluster): string {
  return href('/help', { cluster })
}

export function txHref(signature: string, cluster?: Cluster): string {
  return href(`/tx/${encodeURIComponent(signature)}`, { cluster })
}

export function searchHref(q: string, cluster?: Cluster): string {
  return href('/search', { q, cluster })
}

/** A link from data (an example of a network, for instance) with the network added. */
export function withCluster(path: string, cluster: Cluster): string {
  if (cluster === undefined) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ cluster })}`
}

/** The token program of the current generation: owner of every compressed token account. facts/light-events.md 1. */
export const TOKEN_PROGRAM = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

/** Offset of the wallet in token data, behind the mint. facts/light-events.md 9. */
const WALLET_OFFSET = 32

/** Where a wallet's compressed tokens are listed: at the token program, by the bytes that hold the wallet. */
export function walletTokensHref(wallet: string, cluster?: Cluster): string {
  return ownerHref(TOKEN_PROGRAM, { filters: [{ offset: WALLET_OFFSET, bytes: wallet }] }, cluster)
}

function placeMembers({ limit, cursor, open }: Place) {
  return { limit: limit === DEFAULT_LIMIT ? undefined : limit, cursor, open }
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
