import 'server-only'
import { FEED_KINDS } from '../api/feed-path'
import { searchOf } from '../page/url-reader'
import { OTHER_ROUTE } from '../platform/request-context'
import { siteHooks } from '../platform/site-hooks'
import { slotWaitDeadline, waitForSlot } from '../upstream/min-slot'
import { configuration, type Network, networkNamed } from '../upstream/networks/networks'
import { pageAt, pages } from './pages'

export const ROUTES: readonly string[] = [
  ...pages.map(({ route }) => route),
  '/.well-known/security.txt',
  ...FEED_KINDS.map((kind) => `/${kind}.atom`),
  ...pages
    .filter(({ route }) => FEED_KINDS.some((kind) => route.startsWith(`/${kind}/`)))
    .map(({ route }) => `${route}/atom`),
  '/api/v1',
  '/api/v1/account',
  '/api/v1/compare',
  '/api/v1/health',
  '/api/v1/idl',
  '/api/v1/mint',
  '/api/v1/openapi.json',
  '/api/v1/search',
  '/api/v1/status',
  '/api/v1/transaction',
  '/api/v1/transactions',
  '/api/v1/wallet',
  '/api/v1/[method]',
  '/api/v1/[method]/export',
  '/api/v1/account/history',
  '/api/v1/account/history/export',
  '/api/v1/status/history',
  '/api/v1/status/incident',
  '/apple-icon.png',
  '/badge.json',
  '/badge.svg',
  '/favicon.ico',
  '/healthz',
  '/icon.svg',
  '/latest.atom',
  '/llms.txt',
  '/manifest.webmanifest',
  '/mcp',
  '/opensearch.xml',
  '/preview/[...page]',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/status.atom',
]

const PATTERNS = ROUTES.map((route) => ({ route, segments: segmentsOf(route) }))

/** A path's route pattern, from a bounded list, never user input. facts/reliability.md (f). */
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

/** null: the URL has no `minSlot`, or is malformed. */
export function minSlotRequest(target: string): { network: Network; minSlot: number } | null {
  const [path = '', query] = target.split('#')[0]?.split(/\?(.*)/s) ?? []
  const search = new URLSearchParams(query)
  if (!search.has('minSlot')) return null
  const network = networkNamed(search.get('cluster') || undefined)
  const at = pageAt(path)
  const read = at?.page.open(at.subject, searchOf(search))
  if (!network || !read?.ok) return null
  const { minSlot } = (read.value.request?.params ?? {}) as { minSlot?: number }
  return minSlot === undefined ? null : { network, minSlot }
}

/** Of a request to /mcp; a call's arguments take some hundred. */
const MAX_MESSAGE_BYTES = 65_536

export function installSiteHooks(): void {
  Object.assign(siteHooks(), {
    routeOf,
    mayPost: (path: string) => (path === '/mcp' && configuration().mcp === 'on' ? MAX_MESSAGE_BYTES : 0),
    waitForSlot(target: string) {
      const named = minSlotRequest(target)
      if (!named) return null
      const until = slotWaitDeadline()
      return { until, isOver: waitForSlot(named.network, named.minSlot, until) }
    },
  })
}
