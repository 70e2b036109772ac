import { FEED_KINDS, feedAt } from '../../api/feed-path'
import { percentDecoded } from '../../platform/percent-decoded'

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
