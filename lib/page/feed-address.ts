import { FEED_ENDING, type FeedKind, feedAt } from '../api/feed-path'
import { percentEncoded } from '../format/percent'
import { percentDecoded } from '../platform/percent-decoded'
import { type Cluster, withCluster } from './address'

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
