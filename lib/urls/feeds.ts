import { percentEncoded } from '../percent-encoded'
import { type Cluster, withCluster } from './links'

/* Addresses of feeds: that of the page with .atom behind it. */

const ENDING = '.atom'

/** The kinds of things that have a feed of their own. */
export type FeedKind = 'owner' | 'account'

export function latestFeedHref(cluster: Cluster): string {
  return withCluster(`/latest${ENDING}`, cluster)
}

export function feedHref(kind: FeedKind, subject: string, cluster: Cluster): string {
  return withCluster(`/${kind}/${percentEncoded(subject)}${ENDING}`, cluster)
}

/** Its network is always named: a feed is read for longer than a default stays the same. */
export function statusFeedHref(network: string): string {
  return withCluster(`/status${ENDING}`, network)
}
