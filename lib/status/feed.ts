import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import type { Verdict } from '../api/verdicts'
import { statusFeedHref } from '../page/address'
import { type AtomEntry, atomFeed } from '../page/atom'
import { atomTag } from '../page/atom-tag'
import { feedsStartedAt } from '../page/feed-entries'
import { clock } from '../platform/clock'
import { refuseOtherParams } from '../upstream/networks/network-param'
import { networkNames, siteUrl } from '../upstream/networks/networks'
import { aroundHref, incidentHref, statusHref } from './address'
import { ALL_NETWORKS, worstFirst } from './all-networks'
import { takeNetworkOrAll } from './api'
import { history } from './history/history'
import type { RecordedChange } from './history/reader'
import { RETENTION_MS } from './range'

/** Feed apps poll every few minutes. */
const CACHE = 'public, max-age=30'

const MAX_ENTRIES = 50

export function statusFeed(search: URLSearchParams): ApiAnswer {
  const network = takeNetworkOrAll(search)
  refuseOtherParams(search, [])
  return {
    content: new Content(network === ALL_NETWORKS ? feedOfAll(networkNames()) : networkFeed(network.name)),
    contentType: 'application/atom+xml; charset=utf-8',
    cacheControl: CACHE,
  }
}

/** Atom, newest first. RFC 4287. */
export function networkFeed(network: string): string {
  return writeFeed(network, recent(network).reverse(), siteUrl(), feedsStartedAt())
}

function recent(network: string): RecordedChange[] {
  const now = clock().wall()
  return history().changes(network, { fromMs: now - RETENTION_MS, toMs: now, limit: MAX_ENTRIES })
}

/**
 * `published`: when the verdict began; `updated`: when it was confirmed, so that feed apps notice backdated entries.
 * @param quietSince `updated` of an empty feed, ISO 8601 UTC
 */
export function writeFeed(network: string, changes: RecordedChange[], site: string, quietSince: string): string {
  const tag = atomTag(site, 'status', network)
  return feedAbout(network, site, quietSince, {
    title: `${network} indexer`,
    subtitle: 'Status changes of the indexer, as Leafscan sees them',
    entries: changes.map((change) => entryOf(tag, network, change, site)),
  })
}

type Feed = Pick<Parameters<typeof atomFeed>[0], 'title' | 'subtitle' | 'entries'>

function feedAbout(name: string, site: string, quietSince: string, feed: Feed): string {
  return atomFeed({
    id: atomTag(site, 'status', name),
    self: `${site}${statusFeedHref(name)}`,
    alternate: `${site}${statusHref(name)}`,
    author: 'Leafscan',
    updated: feed.entries[0]?.updated ?? quietSince,
    ...feed,
  })
}

function entryOf(tag: string, network: string, change: RecordedChange, site: string): AtomEntry {
  return {
    // Not `at`: two standstills at the same slot begin at the same time.
    id: `${tag}/${change.confirmedAt}/${change.to}`,
    title: `${network}: ${titleOf(change)}`,
    published: change.at,
    updated: change.confirmedAt,
    link: site + linkOf(network, change),
    category: change.to,
    summary: `${change.summary} Since ${secondsOf(change.at)}, confirmed ${secondsOf(change.confirmedAt)} UTC.`,
  }
}

export interface NetworkEntry {
  network: string
  change: RecordedChange
  worst: { network: string; verdict: Verdict }
}

function feedOfAll(names: readonly string[]): string {
  const changes = names.map((network) => ({ network, changes: recent(network) }))
  return writeAllNetworksFeed(mergeEntries(changes), siteUrl(), feedsStartedAt())
}

/** @param networks in configured order, with their changes, newest last */
export function mergeEntries(
  networks: readonly { network: string; changes: readonly RecordedChange[] }[],
): NetworkEntry[] {
  const names = networks.map(({ network }) => network)
  const together = networks
    .flatMap(({ network, changes }) => changes.map((change) => ({ network, change })))
    .sort((a, b) => Date.parse(a.change.confirmedAt) - Date.parse(b.change.confirmedAt))
  const verdicts = new Map<string, Verdict>()
  const entries: NetworkEntry[] = []
  for (const { network, change } of together) {
    verdicts.set(network, change.to)
    const known = names.flatMap((network) => {
      const verdict = verdicts.get(network)
      return verdict === undefined ? [] : [{ network, verdict }]
    })
    const [worst] = worstFirst(known)
    if (worst) entries.push({ network, change, worst })
  }
  return entries.slice(-MAX_ENTRIES).reverse()
}

export function writeAllNetworksFeed(entries: readonly NetworkEntry[], site: string, quietSince: string): string {
  const tag = atomTag(site, 'status', ALL_NETWORKS)
  return feedAbout(ALL_NETWORKS, site, quietSince, {
    title: 'All indexers',
    subtitle:
      'Status changes of the indexers of all networks, as Leafscan sees them; the category is the worst verdict of all',
    entries: entries.map(({ network, change, worst }) => {
      const entry = entryOf(`${tag}/${network}`, network, change, site)
      const another = worst.network !== network && worst.verdict !== 'ok'
      return {
        ...entry,
        title: another ? `${entry.title}; ${worst.network} is ${worst.verdict}` : entry.title,
        category: worst.verdict,
      }
    }),
  })
}

function linkOf(network: string, { incident, at, confirmedAt }: RecordedChange): string {
  if (incident !== null) return incidentHref(incident)
  return aroundHref(network, { fromMs: Date.parse(at), toMs: Date.parse(confirmedAt) })
}

function titleOf({ from, to }: RecordedChange): string {
  return from === null ? to : `${to}, was ${from}`
}

function secondsOf(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}
