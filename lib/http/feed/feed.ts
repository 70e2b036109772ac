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

/** Changes that are read for them: each pause of the explorer costs one. */
const MAX_READ = 500

/** How far back they may lie: as long as the history is kept (ms). design.md 5, "Health". */
const RETENTION_MS = 90 * 86_400_000

/** The changes of the verdict on a network's indexer, newest first, as an Atom document. RFC 4287. */
export function feedOf(network: string): string {
  const now = clock().wall()
  const changes = changesOf(network, { fromMs: now - RETENTION_MS, toMs: now, limit: MAX_READ })
  return writeFeed(network, entriesOf(changes), siteUrl(), startedAt())
}

/**
 * The entries of a feed, newest first, from changes as they were recorded, newest last. A verdict that is the same after
 * a gap, such as a restart, is left out: listeners of changes do not get it either.
 */
export function entriesOf(changes: readonly VerdictChange[]): VerdictChange[] {
  const entries = changes.filter(({ from, to }, i) => from !== null || to !== changes[i - 1]?.to)
  return entries.slice(-MAX_ENTRIES).reverse()
}

/** @param quietSince when the feed says it was last changed while it has no entry, ISO 8601 UTC. */
export function writeFeed(network: string, changes: VerdictChange[], site: string, quietSince: string): string {
  const tag = tagOf(site, 'status', network)
  return atomFeed({
    id: tag,
    title: `${network} indexer`,
    subtitle: 'Status changes of the indexer, as Leafscan sees them',
    self: `${site}${statusFeedHref(network)}`,
    alternate: `${site}${statusHref(network)}`,
    updated: changes[0]?.at ?? quietSince,
    author: 'Leafscan',
    entries: changes.map((change) => ({
      id: `${tag}/${change.at}/${change.to}`,
      title: `${network}: ${titleOf(change)}`,
      updated: change.at,
      link: incidentUrl(site, network, change.at),
      category: change.to,
      summary: change.summary,
    })),
  })
}

function titleOf({ from, to }: VerdictChange): string {
  return from === null ? to : `${to}, was ${from}`
}

/** When this process first checked, for feeds without an entry: ISO 8601 UTC. */
export const startedAt = once(nowIso)
