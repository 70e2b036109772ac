import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

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
