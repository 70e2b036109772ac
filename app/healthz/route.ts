/** Liveness: the process answers. Touches nothing. design.md 4.4. */
export const dynamic = 'force-dynamic'

export function GET(): Response {
  return new Response('ok\n', { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } })
}
