import { percentEncoded } from '../format/percent'

/*
 * What addresses of all pages have in common, and those of pages without a folder of their own in lib/: every link is built
 * by a function, so that each parameter has one name and the network stays in the link. Those of a feature stand in its
 * address.ts. design.md 4.3.
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

/** The network of a link: undefined for the default one, which links leave out. */
export type Cluster = string | undefined

/** The home page. */
export function homeHref(cluster?: Cluster): string {
  return href('/', { cluster })
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

/** A filter as links and the fields of forms hold it. */
export function filterText({ offset, bytes }: UrlFilter): string {
  return `${offset}:${bytes}`
}

/** A parameter of an address: left out where it is null or undefined, repeated for a list. */
export type Member = string | number | null | undefined | readonly string[]

/** An address with those parameters that have a value. */
export function href(path: string, members: Record<string, Member>): string {
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
