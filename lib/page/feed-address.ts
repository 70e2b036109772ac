import { percentEncoded } from '../format/percent'
import { percentDecoded } from '../platform/percent-decoded'
import { type Cluster, withCluster } from './address'

/* Addresses of feeds: that of the page with .atom behind it. */

const ENDING = '.atom'

/** Pages with a subject that have a feed of it, by the first part of their paths. proxy.ts leaves them alone. */
export const FEED_KINDS = ['owner', 'account', 'wallet'] as const

/** What a feed may be about. */
export type FeedKind = (typeof FEED_KINDS)[number]

/** The feed of the latest signatures. */
export function latestFeedHref(cluster: Cluster): string {
  return withCluster(`/latest${ENDING}`, cluster)
}

const FEED = new RegExp(`^/(${FEED_KINDS.join('|')})/([^/]+)\\${ENDING}$`)

/** Which feed a path names, its subject as the path spells it; null for any other path. */
export function feedAt(path: string): { kind: FeedKind; subject: string } | null {
  const [, kind, subject = ''] = FEED.exec(path) ?? []
  return kind === undefined ? null : { kind: kind as FeedKind, subject }
}

/** What the feed at a path is about; null where the path is none of a feed. */
export function feedSubject(path: string): string | null {
  const feed = feedAt(path)
  return feed && percentDecoded(feed.subject)
}

/** The feed of an owner, an account or a wallet. */
export function feedHref(kind: FeedKind, subject: string, cluster: Cluster): string {
  return withCluster(`/${kind}/${percentEncoded(subject)}${ENDING}`, cluster)
}

/** Its network is always named: a feed is read for longer than a default stays the same. */
export function statusFeedHref(network: string): string {
  return withCluster(`/status${ENDING}`, network)
}
