/**
 * The Content-Security-Policy of a page. Scripts run by their nonce, which Next.js reads from this very header of the
 * request and gives to every script of its own; what these load is trusted through 'strict-dynamic'. 'self' is for browsers
 * that do not know it. facts/reliability.md (e) S06.
 * @param dev `npm run dev`: reload needs eval, inline styles and a socket.
 */
export function contentPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : ''}`,
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
