import { pathOf } from '../server/target'

/** Routes that the framework or the guard answers. Pages, route handlers and files, as their folders in app/ are called. */
export const ROUTES = [
  '/',
  '/account.atom',
  '/account/[hash]',
  '/address/[x]',
  '/api/v1/[method]',
  '/api/v1/[method]/export',
  '/api/v1/[method]/received',
  '/api/v1/status/history',
  '/badge.json',
  '/badge.svg',
  '/delegate/[delegate]',
  '/healthz',
  '/help',
  '/icon.svg',
  '/latest',
  '/latest.atom',
  '/owner.atom',
  '/owner/[owner]',
  '/preview/[...page]',
  '/readyz',
  '/robots.txt',
  '/search',
  '/sitemap.xml',
  '/status',
  '/status.atom',
  '/tx/[signature]',
] as const

/** What every other address counts as, so that readers cannot make routes up. */
export const OTHER_ROUTE = 'other'

/** Files of the browser's. */
const STATIC_ROUTE = '/_next/static'

const PATTERNS = ROUTES.map((route) => ({ route, segments: segmentsOf(route) }))

/**
 * The pattern of a target's route: one of a bounded list, never anything that a reader has written.
 * facts/reliability.md (f).
 */
export function routeOf(target: string): string {
  if (target.startsWith('/_next/static/')) return STATIC_ROUTE
  const segments = segmentsOf(pathOf(target))
  return PATTERNS.find((pattern) => matches(pattern.segments, segments))?.route ?? OTHER_ROUTE
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.length === segments.length && pattern.every((part, i) => part.startsWith('[') || part === segments[i])
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}
