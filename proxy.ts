import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { feedAt } from './lib/api/feed-path'
import { placeOf } from './lib/listing/page-requests'
import { typedOwnerPath } from './lib/listing/pages/owner'
import { searchOf } from './lib/page/address-reader'
import { contentPolicy } from './lib/page/content-policy'
import { addressesIn } from './lib/page/meant'
import { addressText, oldPath, pageAt } from './lib/site/pages'
import { statusHref } from './lib/status/address'
import { ALL } from './lib/status/all-networks'
import { networkNamed } from './lib/upstream/networks/networks'

const STATUS_PATH = statusHref()

/**
 * Runs before every page: leads old and foreign addresses, and what a form sends, to ours, and sets the status 400 where a page's URL is
 * malformed. The page itself makes the same check and says what is wrong; only here can its status be set. Names the scripts
 * that the page may run.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, searchParams } = request.nextUrl
  const moved = oldPath(pathname, searchParams)
  if (moved) return NextResponse.redirect(new URL(moved, request.url), 308)
  const typed = typedOwnerPath(pathname, searchParams)
  if (typed) return NextResponse.redirect(new URL(typed, request.url), 303)
  const malformed = isMalformed(pathname, searchParams)
  const meant = malformed || !pageAt(pathname) ? addressMeant(pathname, searchParams) : null
  if (meant) return NextResponse.redirect(new URL(meant, request.url), 308)
  const policy = contentPolicy(newNonce(), process.env.NODE_ENV === 'development')
  // Next.js reads the nonce for its scripts from the header of the request.
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers }, ...(malformed && { status: 400 }) })
  response.headers.set('content-security-policy', policy)
  // Never no-store: going back shows at once what was seen before.
  response.headers.set('cache-control', 'private, no-cache')
  return response
}

/** 128 random bits in base64, for one answer's Content-Security-Policy. */
function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Everything but files and answers for machines, which check their addresses themselves. */
export const config = {
  matcher: [
    '/((?!api/|_next/static/|preview/|healthz|readyz|icon|badge\\.|robots\\.|sitemap\\.|(?:latest|status)\\.atom|(?:owner|account|wallet)/[^/]+/atom$).*)',
  ],
}

function isMalformed(pathname: string, search: URLSearchParams): boolean {
  const named = search.get('cluster') || undefined
  // The one page that is about all networks together; what else it is given is read as ever.
  const network = networkNamed(named === ALL && pathname === STATUS_PATH ? undefined : named)
  if (!network) return true
  const at = pageAt(pathname)
  const read = at?.page.open(at.subject, searchOf(search))
  if (!read?.ok) return read !== undefined
  const { request } = read.value
  return request !== null && !placeOf(network, request.method, request.params).ok
}

/** The page or feed that a broken address leads to without what stands around its parts; null where it leads to none. */
function addressMeant(pathname: string, search: URLSearchParams): string | null {
  const meant = addressesIn(pathname, search).find(
    (each) => feedAt(each.pathname) || (pageAt(each.pathname) && !isMalformed(each.pathname, each.search)),
  )
  return meant ? addressText(meant.pathname, meant.search) : null
}
