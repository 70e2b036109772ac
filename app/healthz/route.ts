import { eventLoop } from '@/lib/http/process/event-loop'

export const dynamic = 'force-dynamic'

/** Liveness: the process answers, and not half a minute late. Touches nothing. design.md 4.4, facts/reliability.md (f). */
export function GET(): Response {
  const stuck = eventLoop().stuck
  return new Response(stuck ? 'stuck\n' : 'ok\n', {
    status: stuck ? 503 : 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
