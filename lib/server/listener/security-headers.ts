/** What of the environment the headers depend on. */
export interface Site {
  /** `npm run dev`: the framework's tools are served as they are. */
  dev: boolean
  /** SITE_URL is https: browsers may be told to never use plain http. */
  https: boolean
}

/** A year, in seconds. */
const HSTS_SECONDS = 31_536_000

/** Powers of the browser that no page here asks for; the clipboard may be written by our own scripts. */
const PERMISSIONS = [
  ...['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`),
  'clipboard-read=()',
  'clipboard-write=(self)',
].join(', ')

/**
 * Headers of every answer. A page has a policy of its own: proxy.ts. HSTS: only where the site is https, see
 * app/DECISIONS.md. facts/reliability.md (e) S05.
 */
export function alwaysSent({ https }: Site): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(https && { 'strict-transport-security': `max-age=${HSTS_SECONDS}` }),
  }
}
