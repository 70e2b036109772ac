import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { feedAt } from './lib/api/feed-path'
import { readPagePlace } from './lib/listing/page-requests'
import { canonicalOwnerPath } from './lib/listing/pages/owner'
import { candidateUrls } from './lib/page/candidate-urls'
import { contentPolicy } from './lib/page/content-policy'
import { searchOf } from './lib/page/url-reader'
import { urlWithSlots } from './lib/site/created-url'
import { guideNamed } from './lib/site/guides'
import { displayUrl, pageAt, redirectForOldPath } from './lib/site/pages'
import { guidePage } from './lib/site/static-pages'
import { statusHref } from './lib/status/address'
import { ALL_NETWORKS } from './lib/status/all-networks'
import { lookUpIncident } from './lib/status/incident-api'
import { incidentPage } from './lib/status/page'
import { networkNamed } from './lib/upstream/networks/networks'

const STATUS_PATH = statusHref()

/**
 * Redirects old and foreign addresses and submitted forms, and sets the nonce for the page's scripts. The page repeats the
 * check of its URL and explains the error; only here can status 400 be set.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, searchParams } = request.nextUrl
  const moved = redirectForOldPath(pathname, searchParams)
  if (moved) return NextResponse.redirect(new URL(moved, request.url), 308)
  const typed = canonicalOwnerPath(pathname, searchParams) ?? (await urlWithSlots(pathname, searchParams))
  if (typed) return NextResponse.redirect(new URL(typed, request.url), 303)
  const malformed = isMalformed(pathname, searchParams)
  const meant = malformed || !pageAt(pathname) ? addressMeant(pathname, searchParams) : null
  if (meant) return NextResponse.redirect(new URL(meant, request.url), 308)
  const policy = contentPolicy(newNonce(), process.env.NODE_ENV === 'development')
  // Next.js reads the nonce for its scripts from the header of the request.
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers }, ...statusOf(malformed, pathname) })
  response.headers.set('content-security-policy', policy)
  // Not no-store: going back must show the page at once.
  response.headers.set('cache-control', 'private, no-cache')
  return response
}

function statusOf(malformed: boolean, pathname: string): { status?: number } {
  if (malformed) return { status: 400 }
  const { page, subject = '' } = pageAt(pathname) ?? {}
  const isThere =
    page?.route === incidentPage.route
      ? lookUpIncident(subject).ok
      : page?.route !== guidePage.route || guideNamed(subject) !== null
  return isThere ? {} : { status: 404 }
}

function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** API answers and files check their addresses themselves. */
export const config = {
  matcher: [
    '/((?!api/|mcp$|_next/static/|preview/|healthz|readyz|icon|favicon\\.|apple-icon\\.|llms\\.|manifest\\.web|\\.well-known/security\\.|opensearch\\.|badge\\.|robots\\.|sitemap\\.|(?:latest|status)\\.atom|(?:owner|account|wallet)/[^/]+/atom$).*)',
  ],
}

function isMalformed(pathname: string, search: URLSearchParams): boolean {
  const named = search.get('cluster') || undefined
  // Only /status accepts all networks together.
  const network = networkNamed(named === ALL_NETWORKS && pathname === STATUS_PATH ? undefined : named)
  if (!network) return true
  const at = pageAt(pathname)
  const read = at?.page.open(at.subject, searchOf(search))
  if (!read?.ok) return read !== undefined
  const { request } = read.value
  return request !== null && !readPagePlace(network, request.method, request.params).ok
}

/** The page or feed meant by an address with extra characters around its parts; null: none. */
function addressMeant(pathname: string, search: URLSearchParams): string | null {
  const meant = candidateUrls(pathname, search).find(
    (each) => feedAt(each.pathname) || (pageAt(each.pathname) && !isMalformed(each.pathname, each.search)),
  )
  return meant ? displayUrl(meant.pathname, meant.search) : null
}
