import { FEED_KINDS } from '../api/feed-path'
import { OTHER_ROUTE } from '../platform/request-context'
import { pages } from './pages'

/** Routes that there are: pages, and answers for machines as their folders in app/ are called. */
export const ROUTES: readonly string[] = [
  ...pages.map(({ route }) => route),
  ...FEED_KINDS.map((kind) => `/${kind}.atom`),
  ...pages
    .filter(({ route }) => FEED_KINDS.some((kind) => route.startsWith(`/${kind}/`)))
    .map(({ route }) => `${route}/atom`),
  '/api/v1/account',
  '/api/v1/compare',
  '/api/v1/health',
  '/api/v1/status',
  '/api/v1/transaction',
  '/api/v1/[method]',
  '/api/v1/[method]/export',
  '/api/v1/account/history',
  '/api/v1/account/history/export',
  '/api/v1/status/availability',
  '/api/v1/status/history',
  '/badge.json',
  '/badge.svg',
  '/healthz',
  '/icon.svg',
  '/latest.atom',
  '/preview/[...page]',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/status.atom',
]

const PATTERNS = ROUTES.map((route) => ({ route, segments: segmentsOf(route) }))

/**
 * The pattern of a path's route: one of a bounded list, never anything that a reader has written.
 * facts/reliability.md (f).
 */
export function routeOf(path: string): string {
  const segments = segmentsOf(path)
  return PATTERNS.find((pattern) => matches(pattern.segments, segments))?.route ?? OTHER_ROUTE
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.length === segments.length && pattern.every((part, i) => part.startsWith('[') || part === segments[i])
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}
