import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { FEED_KINDS, feedAt } from '../../api/feed-path'
import { incidentFileAt } from '../../api/incident-path'
import { percentDecoded } from '../../platform/percent-decoded'

/**
 * Headers that only the framework, its platform or a proxy may set. A forged content-security-policy would choose the scripts'
 * nonce (CVE-2026-44581). Forwarded addresses, hosts and cookies are never read. facts/reliability.md (e) S07.
 */
const FORGEABLE =
  /^(?:content-security-policy|cookie$|forwarded$|next-action$|next-resume$|x-forwarded-|x-http-method|x-invoke-|x-matched-path$|x-method-override$|x-middleware-|x-next-|x-nextjs-|x-nonce$|x-now-|x-prerender-|x-vercel-)/

/** The framework answers some of these with 500 (vercel/next.js#92141). They are optional. RFC 9110 14.2. */
const UNSAFE = /^(?:range|if-(?:match|unmodified-since))$/

/** In-page navigations send these headers; only pages use them. */
const NAVIGATION = /^(?:rsc|next-.*)$/

export function cleanHeaders(headers: IncomingHttpHeaders, page: boolean): void {
  for (const name of Object.keys(headers)) {
    if (FORGEABLE.test(name) || UNSAFE.test(name) || (!page && NAVIGATION.test(name))) delete headers[name]
  }
  for (const name of Object.keys(headers)) {
    if (PLACE_IN_PAGES.test(name) && !isPlace(headers[name])) delete headers[name]
  }
}

const PLACE_IN_PAGES = /^next-.*-tree$/

/** Far above what our pages send, which are three segments deep. */
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

/** The framework answers an undecodable router state with 500, so that any client could use up the error budget. */
function isPlace(header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || header.length > MAX_PLACE_CHARS) return false
  try {
    return Place.safeParse(JSON.parse(decodeURIComponent(header))).success
  } catch {
    return false
  }
}

/** The usual limit of proxies for a request line. */
export const MAX_TARGET_CHARS = 8_192

/** Far above what any URL of ours needs. Each parameter costs work in many places, the framework included. */
export const MAX_PARAMS = 100

export function hasTooManyParams(target: string): boolean {
  return target.split('&', MAX_PARAMS + 1).length > MAX_PARAMS
}

/**
 * Keeps path and query only: RFC 9112 3.2.2 allows an absolute URL, which the framework would redirect to that host. Escapes
 * broken percent-encoding, so that the page can report the segment.
 */
export function cleanTarget(target: string): string {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const rooted = local.startsWith('/') ? local : `/${local}`
  if (!rooted.includes('%')) return rooted
  const [path = '', ...query] = rooted.split('?')
  const segments = path.split('/').map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')))
  return [segments.join('/'), ...query].join('?')
}

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

/** Feeds, and the files of an incident. */
export function hasFileEnding(target: string): boolean {
  return pathOf(target).endsWith('.atom') || incidentFileAt(pathOf(target)) !== null
}

const FEED_FOLDER = new RegExp(`^/(?:${FEED_KINDS.join('|')})/[^/]+/([^/]+)$`)

/**
 * Maps `/owner/X.atom` to the folder `/owner/X/atom`, since a folder of app/ cannot have an ending; the folder's own path is
 * hidden. `/api/v1/` loses its slash here, as the framework would redirect.
 */
export function handlerTarget(target: string): string {
  const path = pathOf(target)
  const behind = target.slice(path.length)
  if (path === '/api/v1/') return `/api/v1${behind}`
  if (incidentFileAt(path)) return `/api/v1/status/incident${behind}`
  const feed = feedAt(path)
  if (feed) return `/${feed.kind}/${feed.subject}/atom${behind}`
  const [, folder = ''] = FEED_FOLDER.exec(path) ?? []
  return percentDecoded(folder) === 'atom' ? `${path}/none${behind}` : target
}

/** Path of build files, and their route label in metrics. */
export const BUILD_FILES = '/_next/static'

export function isBuildFile(target: string): boolean {
  return target.startsWith(`${BUILD_FILES}/`)
}

export function isDevelopmentTool(target: string): boolean {
  return target.startsWith('/__nextjs')
}
