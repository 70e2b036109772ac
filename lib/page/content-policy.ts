/**
 * The Content-Security-Policy of a page. Next.js reads the nonce from this header of the request and sets it on its scripts;
 * 'strict-dynamic' trusts what these load. 'self' is for browsers without 'strict-dynamic'. facts/reliability.md (e) S06.
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
