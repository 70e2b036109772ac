import { FEED_ENDING, type FeedKind, feedAt } from '../api/feed-path'
import { percentEncoded } from '../format/text'
import { percentDecoded } from '../platform/percent-decoded'

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

/* Addresses of feeds: that of the page with .atom behind it. */

/** The feed of the latest signatures. */
export function latestFeedHref(cluster: Cluster): string {
  return withCluster(`/latest${FEED_ENDING}`, cluster)
}

/** What the feed at a path is about; null where the path is none of a feed. */
export function feedSubject(path: string): string | null {
  const feed = feedAt(path)
  return feed && percentDecoded(feed.subject)
}

/** The feed of an owner, an account or a wallet. */
export function feedHref(kind: FeedKind, subject: string, cluster: Cluster): string {
  return withCluster(`/${kind}/${percentEncoded(subject)}${FEED_ENDING}`, cluster)
}

/** Its network is always named: a feed is read for longer than a default stays the same. */
export function statusFeedHref(network: string): string {
  return withCluster(`/status${FEED_ENDING}`, network)
}

/*
 * Addresses of preview images: that of the page, below /preview and ending in .png, with the page's own parameters, so
 * that page and image ask the same question and are answered from one memory.
 */

const ROOT = '/preview'
const ENDING = '.png'
const HOME = '/home'

/** The image of a page by its address: `/owner/X?cursor=c` has `/preview/owner/X.png?cursor=c`. */
export function previewPath(page: string): string {
  const [path = '/', query] = page.split(/\?(.*)/s)
  const image = `${ROOT}${path === '/' ? HOME : path}${ENDING}`
  return query ? `${image}?${query}` : image
}

/** The path of the page that an image's path belongs to; null where it is no image's path. */
export function pageOfPreview(path: string): string | null {
  if (!path.startsWith(`${ROOT}/`) || !path.endsWith(ENDING)) return null
  const page = path.slice(ROOT.length, -ENDING.length)
  return page === HOME ? '/' : page
}

/** What another explorer can be asked for: a transaction, any address, a mint. */
export type ExplorerKind = 'tx' | 'address' | 'mint'

/** Another explorer, with the address of what is looked up there. */
export interface Explorer {
  name: string
  href: string
}

/**
 * Explorers of the ledger itself, with the paths of what they show. `cluster=` names the network, absent for mainnet.
 * facts/features.md (c), a59. What they are asked for is on the public networks only: see `linksOut` of a network.
 */
const EXPLORERS: readonly ({ name: string; base: string } & Record<ExplorerKind, string>)[] = [
  { name: 'Solana Explorer', base: 'https://explorer.solana.com', tx: '/tx/', address: '/address/', mint: '/address/' },
  { name: 'Solscan', base: 'https://solscan.io', tx: '/tx/', address: '/account/', mint: '/token/' },
]

/** Where something is shown on the same network elsewhere; nowhere for networks that only this explorer knows. */
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
