import { FEED_ENDING, type FeedKind, feedAt } from '../api/feed-path'
import { percentEncoded } from '../format/text'
import { percentDecoded } from '../platform/percent-decoded'

/*
 * URL builders shared by all pages; those of one feature are in its address.ts. Every link is built by a function, so that the
 * network stays in it. design.md 4.3.
 */

/** Page sizes that menus offer; a URL may have any from 1 to 1,000. */
export const LIMITS: readonly number[] = [10, 25, 50, 100, 250, 1000]

export const DEFAULT_LIMIT = 50

export interface UrlFilter {
  offset: number
  bytes: string
}

export interface UrlSlice {
  offset: number
  length: number
}

/** The network of a link; undefined: the default one, which links omit. */
export type Cluster = string | undefined

export function homeHref(cluster?: Cluster): string {
  return href('/', { cluster })
}

export function helpHref(cluster?: Cluster): string {
  return href('/help', { cluster })
}

export function txHref(signature: string, cluster?: Cluster): string {
  return href(`/tx/${percentEncoded(signature)}`, { cluster })
}

export function searchHref(q: string, cluster?: Cluster): string {
  return href('/search', { q, cluster })
}

export function withCluster(path: string, cluster: Cluster): string {
  if (cluster === undefined) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ cluster })}`
}

export function filterText({ offset, bytes }: UrlFilter): string {
  return `${offset}:${bytes}`
}

/** A query parameter: omitted when null or undefined, repeated for a list. */
export type ParamValue = string | number | null | undefined | readonly string[]

export function href(path: string, members: Record<string, ParamValue>): string {
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

export function latestFeedHref(cluster: Cluster): string {
  return withCluster(`/latest${FEED_ENDING}`, cluster)
}

export function feedSubject(path: string): string | null {
  const feed = feedAt(path)
  return feed && percentDecoded(feed.subject)
}

export function feedHref(kind: FeedKind, subject: string, cluster: Cluster): string {
  return withCluster(`/${kind}/${percentEncoded(subject)}${FEED_ENDING}`, cluster)
}

/** Always names the network: feed subscriptions must survive a change of the default. */
export function statusFeedHref(network: string): string {
  return withCluster(`/status${FEED_ENDING}`, network)
}

/*
 * Preview images: the page's path below /preview with .png appended and the same parameters, so that page and image share a
 * cached request.
 */

const ROOT = '/preview'
const ENDING = '.png'
const HOME = '/home'

/** `/owner/X?cursor=c` → `/preview/owner/X.png?cursor=c`. */
export function previewPath(page: string): string {
  const [path = '/', query] = page.split(/\?(.*)/s)
  const image = `${ROOT}${path === '/' ? HOME : path}${ENDING}`
  return query ? `${image}?${query}` : image
}

export function pageOfPreview(path: string): string | null {
  if (!path.startsWith(`${ROOT}/`) || !path.endsWith(ENDING)) return null
  const page = path.slice(ROOT.length, -ENDING.length)
  return page === HOME ? '/' : page
}

export type ExplorerKind = 'tx' | 'address' | 'mint'

export interface Explorer {
  name: string
  href: string
}

/**
 * `cluster=` names the network, absent for mainnet. facts/features.md (c), a59. Public networks only: see `linksOut` of a
 * network.
 */
const EXPLORERS: readonly ({ name: string; base: string } & Record<ExplorerKind, string>)[] = [
  { name: 'Solana Explorer', base: 'https://explorer.solana.com', tx: '/tx/', address: '/address/', mint: '/address/' },
  { name: 'Solscan', base: 'https://solscan.io', tx: '/tx/', address: '/account/', mint: '/token/' },
]

export function explorersFor(
  { name: network, linksOut }: { name: string; linksOut: boolean },
  kind: ExplorerKind,
  text: string,
): Explorer[] {
  if (!linksOut) return []
  const cluster = network === 'mainnet-beta' ? '' : `?${new URLSearchParams({ cluster: network })}`
  return EXPLORERS.map(({ name, base, [kind]: path }) => ({
    name,
    href: `${base}${path}${percentEncoded(text)}${cluster}`,
  }))
}
