import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { FEED_KINDS, feedAt } from '../../api/feed-path'
import { percentDecoded } from '../../platform/percent-decoded'

/**
 * Headers that only the framework, a platform around it or a proxy may set, and that a reader could forge. A
 * content-security-policy of the reader's would choose the nonce of the page's scripts (CVE-2026-44581). Forwarded
 * addresses, hosts and cookies are not read by anything here. facts/reliability.md (e) S07.
 */
const FORGEABLE =
  /^(?:content-security-policy|cookie$|forwarded$|next-action$|next-resume$|x-forwarded-|x-http-method|x-invoke-|x-matched-path$|x-method-override$|x-middleware-|x-next-|x-nextjs-|x-nonce$|x-now-|x-prerender-|x-vercel-)/

/** Conditions for writes. Nothing is written here, and the framework answers a file that does not meet one with 500. */
const FOR_WRITES = /^if-(?:match|unmodified-since)$/

/** What a browser sends for a navigation inside the page; nothing but pages knows it. */
const NAVIGATION = /^(?:rsc|next-.*)$/

/** Takes out of a request's headers what it may not say. `page`: the framework's own navigation headers stay. */
export function cleanHeaders(headers: IncomingHttpHeaders, page: boolean): void {
  for (const name of Object.keys(headers)) {
    if (FORGEABLE.test(name) || FOR_WRITES.test(name) || (!page && NAVIGATION.test(name))) delete headers[name]
  }
  for (const name of Object.keys(headers)) {
    if (PLACE_IN_PAGES.test(name) && !isPlace(headers[name])) delete headers[name]
  }
}

/** Where in the site a browser is, as the framework's own navigations say it. */
const PLACE_IN_PAGES = /^next-.*-tree$/

/** Far above what our own pages, three segments deep, send. */
const MAX_PLACE_CHARS = 8_192

const Segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.string().regex(/^(?:c|ci\(.+\)|oc|d|di\(.+\))$/), z.array(z.string()).nullable()]),
])
const Place = z.tuple([
  Segment,
  z.record(
    z.string(),
    z.lazy((): z.ZodType => Place),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
])

/** For a place that it cannot read the framework answers 500 and logs an error: a stranger could spend the error budget. */
function isPlace(header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || header.length > MAX_PLACE_CHARS) return false
  try {
    return Place.safeParse(JSON.parse(decodeURIComponent(header))).success
  } catch {
    return false
  }
}

/** Longest request target that is read, in characters: what a proxy in front commonly takes for one line. */
export const MAX_TARGET_CHARS = 8_192

/**
 * Most parameters of an address: far more than any page, API or campaign has. Each costs work in many places, the
 * framework's among them.
 */
export const MAX_PARAMS = 100

/** True where a target names more parameters than that. */
export function hasTooManyParams(target: string): boolean {
  return target.split('&', MAX_PARAMS + 1).length > MAX_PARAMS
}

/**
 * A request's target as the framework may see it: path and query alone (RFC 9112 3.2.2 allows an absolute URL, which
 * the framework answers with a redirect to that host), every path segment decodable. A segment that is not valid
 * percent-encoding of UTF-8 stands for its own characters, so that the page can say what is wrong with it.
 */
export function cleanTarget(target: string): string {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const rooted = local.startsWith('/') ? local : `/${local}`
  if (!rooted.includes('%')) return rooted
  const [path = '', ...query] = rooted.split('?')
  const segments = path.split('/').map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')))
  return [segments.join('/'), ...query].join('?')
}

/** Path of a clean target, without its query. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/)
  return end < 0 ? target : target.slice(0, end)
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
    return false
  }
}

/** True for the address of a feed. */
export function isFeed(target: string): boolean {
  return pathOf(target).endsWith('.atom')
}

/** The folder of app/ that the route handler of a subject's feed lies in. */
const FEED_FOLDER = new RegExp(`^/(?:${FEED_KINDS.join('|')})/[^/]+/([^/]+)$`)

/**
 * Where the framework finds what answers a target. The feed of a subject is at its page's address with an
 * ending, which a folder of app/ cannot spell; that folder's own address is nobody's. An operation without a name has the
 * handler of all others, which the framework would lead away from for its slash.
 */
export function handlerTarget(target: string): string {
  const path = pathOf(target)
  const behind = target.slice(path.length)
  if (path === '/api/v1/') return `${path}none${behind}`
  const feed = feedAt(path)
  if (feed) return `/${feed.kind}/${feed.subject}/atom${behind}`
  const [, folder = ''] = FEED_FOLDER.exec(path) ?? []
  return percentDecoded(folder) === 'atom' ? `${path}/none${behind}` : target
}

/** Where the framework serves the files that a build makes for browsers; also what they count as. */
export const BUILD_FILES = '/_next/static'

/** Whether a request is for a file that a build makes for browsers. */
export function isBuildFile(target: string): boolean {
  return target.startsWith(`${BUILD_FILES}/`)
}

/** Addresses of the framework's own tools in development: reload, source maps, the error overlay. */
export function isDevelopmentTool(target: string): boolean {
  return target.startsWith('/__nextjs')
}
