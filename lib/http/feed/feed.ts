import 'server-only'
import type { VerdictChange } from '../../api/history'
import { clock, nowIso } from '../../clock'
import { changesOf } from '../../gateway/health/history/history'
import { incidentUrl } from '../../gateway/health/incident'
import { siteUrl } from '../../gateway/networks'
import { once } from '../../once'
import { statusFeedHref } from '../../urls/feeds'
import { statusHref } from '../../urls/links'
import { atomFeed } from './atom'
import { tagOf } from './tag'

/** Changes in a feed: readers keep older ones themselves. */
const MAX_ENTRIES = 50

/** How far back they may lie (ms): as long as the history is kept. design.md 5, "Health". */
const RETENTION_MS = 90 * 86_400_000

/** The changes of the verdict on a network's indexer, newest first, as an Atom document. RFC 4287. */
export function feedOf(network: string): string {
  const now = clock().wall()
  const changes = changesOf(network, { fromMs: now - RETENTION_MS, toMs: now, limit: MAX_ENTRIES })
  return writeFeed(network, changes.reverse(), siteUrl(), startedAt())
}

/**
 * A feed of changes, newest first. An entry is published when its verdict began and updated when that was settled: a reader
 * that takes what is newer than its last look sees it, however far back it began.
 * @param quietSince when the feed says it was last changed while it has no entry, ISO 8601 UTC.
 */
export function writeFeed(network: string, changes: VerdictChange[], site: string, quietSince: string): string {
  const tag = tagOf(site, 'status', network)
  return atomFeed({
    id: tag,
    title: `${network} indexer`,
    subtitle: 'Status changes of the indexer, as Leafscan sees them',
    self: `${site}${statusFeedHref(network)}`,
    alternate: `${site}${statusHref(network)}`,
    updated: changes[0]?.confirmedAt ?? quietSince,
    author: 'Leafscan',
    entries: changes.map((change) => ({
      // A slot that stands twice stands since the same time: only the check that settled it is its own.
      id: `${tag}/${change.confirmedAt}/${change.to}`,
      title: `${network}: ${titleOf(change)}`,
      published: change.at,
      updated: change.confirmedAt,
      link: incidentUrl(site, network, change),
      category: change.to,
      summary: `${change.summary} Since ${secondsOf(change.at)}, confirmed ${secondsOf(change.confirmedAt)} UTC.`,
    })),
  })
}

function titleOf({ from, to }: VerdictChange): string {
  return from === null ? to : `${to}, was ${from}`
}

function secondsOf(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

/** When this process first checked, for feeds without an entry: ISO 8601 UTC. */
export const startedAt = once(nowIso)
