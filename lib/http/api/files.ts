import 'server-only'
import { accountFeed } from '../../account/feed'
import type { ApiAnswer } from '../../api/api-answer'
import { Content } from '../../api/content'
import { ProblemError } from '../../api/problem'
import { answerError, sent } from '../../api/respond'
import { latestFeed, ownerFeed } from '../../listing/feed'
import { type FeedKind, feedAt } from '../../page/feed-address'
import { pageOfPreview } from '../../page/preview-address'
import type { HttpAnswer, HttpRequest } from '../../platform/http-answer'
import { percentDecoded } from '../../platform/percent-decoded'
import { stringifyJson } from '../../protocol/rpc/json'
import { answerRobots, answerSitemap } from '../../site/crawlers'
import { answerPreview } from '../../site/preview/answer'
import { ALL } from '../../status/all-networks'
import { takeNetworkOrAll } from '../../status/all-networks-param'
import { allStatusNow } from '../../status/api'
import { type Badge, badgeOf, badgeOfAll, brokenBadge, shieldsJson } from '../../status/badge/badge'
import { badgeSvg } from '../../status/badge/svg'
import { feedOf, feedOfAll } from '../../status/feed'
import { statusNow } from '../../status/health/probe'
import { refuseOthers } from '../../upstream/networks/network-param'
import { networkNames } from '../../upstream/networks/networks'
import { walletFeed } from '../../wallet/feed'

/*
 * Files for machines and for other people's pages. What an indexer is like, as a picture, for shields.io, as a feed: they
 * wait for no indexer, the probe's last word is what they hold. design.md 4.4. What pages are like: preview images and
 * feeds, which ask as their pages do.
 */

type Make = (search: URLSearchParams) => ApiAnswer | Promise<ApiAnswer>

/** Files that are made of what is known anyway. */
const AT_HAND: Readonly<Record<string, (search: URLSearchParams) => ApiAnswer>> = {
  '/badge.svg': (search) => picture(badgeFor(search)),
  '/badge.json': (search) => shields(badgeFor(search)),
  '/robots.txt': answerRobots,
  '/sitemap.xml': answerSitemap,
}

const FILES: Readonly<Record<string, Make>> = {
  ...withAgain(AT_HAND),
  '/latest.atom': latestFeed,
  '/status.atom': feed,
}

/** A probe checks every 5 s at best; a badge that is cached for longer shows a state that may be over. */
const BADGE_CACHE = 'public, max-age=5'

/** Readers of feeds come every few minutes; many of them cost one read of the history. */
const FEED_CACHE = 'public, max-age=30'

/** Answers a request for one of the files; null for every other path. Never rejects. */
export function answerFile(request: HttpRequest): Promise<HttpAnswer> | null {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s)
  const file = fileAt(path)
  if (!file) return null
  return answered(request, file.route, () => file.make(new URLSearchParams(query)))
}

/** Which file a path names, and the pattern that it counts as. */
function fileAt(path: string): { route: string; make: Make } | null {
  const make = Object.hasOwn(FILES, path) ? FILES[path] : undefined
  if (make) return { route: path, make }
  const page = pageOfPreview(path)
  if (page !== null) return { route: '/preview/[...page]', make: (search) => answerPreview(page, search) }
  const feed = feedAt(path)
  if (!feed) return null
  const { kind, subject } = feed
  return { route: `/${kind}.atom`, make: (search) => FEEDS[kind](percentDecoded(subject), search) }
}

function withAgain(files: typeof AT_HAND): Record<string, Make> {
  const repeated = (make: (search: URLSearchParams) => ApiAnswer, query: string): ApiAnswer => ({
    ...make(new URLSearchParams(query)),
    again: () => repeated(make, query),
  })
  return Object.fromEntries(
    Object.entries(files).map(([path, make]) => [path, (search) => repeated(make, search.toString())]),
  )
}

const FEEDS: Readonly<Record<FeedKind, (subject: string, search: URLSearchParams) => Promise<ApiAnswer>>> = {
  owner: ownerFeed,
  account: accountFeed,
  wallet: walletFeed,
}

async function answered(
  request: HttpRequest,
  route: string,
  make: () => ApiAnswer | Promise<ApiAnswer>,
): Promise<HttpAnswer> {
  try {
    return await sent(request, await make(), route)
  } catch (error) {
    return { ...(await answerError(request, error, route)), route }
  }
}

/**
 * The badge for `?cluster=`. An address that names no known network still gets one, which says so: who embeds it sees
 * what is wrong, and a machine sees 400.
 */
function badgeFor(search: URLSearchParams): Badge {
  const named = search.get('cluster')
  try {
    const network = takeNetworkOrAll(search)
    refuseOthers(search, [])
    if (network === ALL) return badgeOfAll(allStatusNow(0))
    return badgeOf(statusNow(network), named === null ? 'indexer' : network.name)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const [wrong] = error.problem.invalid ?? []
    return brokenBadge(wrong?.name === 'cluster' ? 'unknown network' : 'unknown parameter')
  }
}

function picture(badge: Badge): ApiAnswer {
  return { ...badgeAnswer(badge, badgeSvg(badge)), contentType: 'image/svg+xml; charset=utf-8' }
}

function shields(badge: Badge): ApiAnswer {
  return badgeAnswer(badge, stringifyJson(shieldsJson(badge)))
}

function badgeAnswer({ isError }: Badge, text: string): ApiAnswer {
  return { content: new Content(text), status: isError ? 400 : 200, cacheControl: isError ? 'no-store' : BADGE_CACHE }
}

/** @throws ProblemError invalid_params */
function feed(search: URLSearchParams): ApiAnswer {
  const network = takeNetworkOrAll(search)
  refuseOthers(search, [])
  return {
    content: new Content(network === ALL ? feedOfAll(networkNames()) : feedOf(network.name)),
    contentType: 'application/atom+xml; charset=utf-8',
    cacheControl: FEED_CACHE,
  }
}
