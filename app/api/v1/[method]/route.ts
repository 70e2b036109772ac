import { answerDirect } from '@/lib/http/api/direct'

/**
 * GET /api/v1/<methodName>, /status, /health, with HEAD and OPTIONS, and the files for machines beside the API. design.md
 * 4.4. In production the guard sends these answers before the framework is asked (lib/guard/direct-api.ts); this is the
 * same for development, where the framework reloads it.
 */
export async function GET(request: Request): Promise<Response> {
  const { method, url } = request
  const { pathname, search } = new URL(url)
  const headers = Object.fromEntries(request.headers)
  // The framework's development server sends a packed body without saying that it is packed.
  if (process.env.NODE_ENV === 'development') delete headers['accept-encoding']
  const answer = await answerDirect({ method, target: pathname + search, headers })
  if (!answer) return new Response(null, { status: 404 })
  const body = answer.body && new Uint8Array(answer.body)
  return new Response(body, { status: answer.status, headers: answer.headers as Record<string, string> })
}

export { GET as HEAD, GET as OPTIONS }
