import { type NextRequest, NextResponse } from 'next/server'
import { readCursor } from './lib/gateway/listing/cursor'
import { networkNamed } from './lib/gateway/networks'
import { ProblemError } from './lib/rpc/problem'
import { checkPageUrl, typedOwnerPath } from './lib/urls/check'
import { oldPath } from './lib/urls/old-paths'

/**
 * Runs before every page: leads old and foreign addresses, and what a form sends, to ours, and sets the status 400 where a page's URL is
 * malformed. The page itself makes the same check and says what is wrong; only here can its status be set.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, searchParams } = request.nextUrl
  const moved = oldPath(pathname, searchParams)
  if (moved) return NextResponse.redirect(new URL(moved, request.url), 308)
  const typed = typedOwnerPath(pathname, searchParams)
  if (typed) return NextResponse.redirect(new URL(typed, request.url), 303)
  const response = NextResponse.next(isMalformed(pathname, searchParams) ? { status: 400 } : {})
  // Never no-store: going back shows at once what was seen before.
  response.headers.set('cache-control', 'private, no-cache')
  return response
}

export const config = { matcher: ['/((?!api/|_next/|healthz|readyz|icon|badge\\.svg|badge\\.json|status\\.atom).*)'] }

function isMalformed(pathname: string, search: URLSearchParams): boolean {
  const network = networkNamed(search.get('cluster') || undefined)
  if (!network) return true
  const page = checkPageUrl(pathname, search)
  if (!page?.ok) return page !== null
  if (!page.list) return false
  try {
    readCursor(network, page.list.method, page.list.params)
    return false
  } catch (error) {
    if (error instanceof ProblemError) return true
    throw error
  }
}
