export interface Site {
  dev: boolean
  https: boolean
}

const HSTS_SECONDS = 31_536_000

const PERMISSIONS = [
  ...['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`),
  'clipboard-read=()',
  'clipboard-write=(self)',
].join(', ')

/** proxy.ts sets the policy of pages. HSTS only if SITE_URL is https: app/DECISIONS.md. facts/reliability.md (e) S05. */
export function securityHeaders({ https }: Site): Readonly<Record<string, string>> {
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
