import type { IncomingHttpHeaders } from 'node:http'

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
export const NAVIGATION = /^(?:rsc|next-.*)$/

/** True for a navigation inside the page: it gets no HTML. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  return headers.rsc !== undefined
}

/** Takes out of a request's headers what it may not say. `page`: the framework's own navigation headers stay. */
export function cleanHeaders(headers: IncomingHttpHeaders, page: boolean): void {
  for (const name of Object.keys(headers)) {
    if (FORGEABLE.test(name) || FOR_WRITES.test(name) || (!page && NAVIGATION.test(name))) delete headers[name]
  }
  const state = headers['next-router-state-tree']
  if (state !== undefined && !isRouterState(state)) delete headers['next-router-state-tree']
}

/** The framework answers 500, and logs an error, for a router state that it cannot read. */
function isRouterState(header: string | string[]): boolean {
  if (typeof header !== 'string' || header.length > MAX_STATE_CHARS) return false
  try {
    return isStateNode(JSON.parse(decodeURIComponent(header)), 0)
  } catch {
    return false
  }
}

/** Far above what our own pages, three segments deep, send. */
const MAX_STATE_CHARS = 8_192
const MAX_STATE_DEPTH = 16

const MARKERS: readonly unknown[] = ['refetch', 'inside-shared-layout', 'metadata-only']
const PARAM_KINDS = /^(?:c|ci\(.+\)|oc|d|di\(.+\))$/

/** [segment, children by slot, [url, path]?, marker?, number?, text?], as the framework's own schema has it. */
function isStateNode(node: unknown, depth: number): boolean {
  if (!Array.isArray(node) || node.length < 2 || node.length > 6 || depth > MAX_STATE_DEPTH) return false
  const [segment, children, place, marker, number, text] = node as unknown[]
  return (
    isSegment(segment) &&
    typeof children === 'object' &&
    children !== null &&
    !Array.isArray(children) &&
    Object.values(children).every((child) => isStateNode(child, depth + 1)) &&
    (place == null || (isTexts(place) && place.length === 2)) &&
    (marker == null || MARKERS.includes(marker)) &&
    (number == null || typeof number === 'number') &&
    (text === undefined || typeof text === 'string')
  )
}

function isSegment(segment: unknown): boolean {
  if (typeof segment === 'string') return true
  if (!Array.isArray(segment) || segment.length !== 4) return false
  const [name, value, kind, siblings] = segment as unknown[]
  return isTexts([name, value, kind]) && PARAM_KINDS.test(String(kind)) && (siblings === null || isTexts(siblings))
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
