import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Sheets } from '../framework/sheets'

/** What of the environment and the build the headers depend on. */
export interface Site {
  /** `npm run dev`: reload needs eval, inline styles and a socket. */
  dev: boolean
  /** SITE_URL is https: browsers may be told to never use plain http. */
  https: boolean
  /** What may stand in a page as inline style; nothing in development. */
  sheets: Sheets
}

/** A year, in seconds. */
const HSTS_SECONDS = 31_536_000

/** Powers of the browser that no page here asks for; the clipboard may be written by our own scripts. */
const PERMISSIONS = [
  ...['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`),
  'clipboard-read=()',
  'clipboard-write=(self)',
].join(', ')

/** Nothing may be loaded or framed: for everything that is not a page. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** A nonce of 128 random bits in base64, for one answer's Content-Security-Policy. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * The policy of a page. Scripts run by their nonce, which the framework reads from this very header of the request and
 * gives to every script of its own; what these load is trusted through 'strict-dynamic'. 'self' is for browsers that do
 * not know it. The sheets that stand in pages are named by their digests. facts/reliability.md (e) S06.
 */
export function pagePolicy(nonce: string, { dev, sheets }: Site): string {
  const hashes = Array.from(sheets.values(), ({ hash }) => ` '${hash}'`).join('')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${hashes}${dev ? " 'unsafe-inline'" : ''}`,
    `connect-src 'self'${dev ? ' ws: wss:' : ''}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Gives an answer its security headers, whoever wrote it: the framework, one of its error pages, a static file or a
 * redirect. What it says itself about these stays. facts/reliability.md (e) S05.
 * @param nonce of a page's scripts; null for what is no page.
 * @param always from alwaysSent().
 */
export function secure(
  response: ServerResponse,
  nonce: string | null,
  site: Site,
  always: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(always)) if (!response.hasHeader(name)) response.setHeader(name, value)
  if (!response.hasHeader('content-security-policy')) {
    const html = String(response.getHeader('content-type')).startsWith('text/html')
    response.setHeader('content-security-policy', html && nonce ? pagePolicy(nonce, site) : CLOSED_POLICY)
  }
}

/** Headers of every answer. HSTS: only where the site is https, see app/DECISIONS.md. */
export function alwaysSent({ https }: Site): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(https && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  }
}
