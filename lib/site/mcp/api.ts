import 'server-only'
import { requestContext } from '../../platform/request-context'
import { stringifyJson } from '../../protocol/rpc/json'
import { configuration } from '../../upstream/networks/networks'
import { answerMessage, PROTOCOL_VERSIONS } from './mcp'

const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** POST /mcp. A page of another site, or a name that was pointed here, gets 403: the explorer may be in a private network. */
export async function answerMcp(request: Request): Promise<Response> {
  const context = requestContext()
  if (!context) throw new Error('a route handler runs for no request of our server')
  const { headers, peer } = context.request
  context.answered({ status: 200, headers: {}, body: null, route: '/mcp' })
  if (configuration().mcp === 'off') return refused(404, 'MCP is off: MCP=on turns it on.')
  if (!isOwnHost(headers.host) || !isOwnOrigin(headers.origin)) {
    return refused(403, 'Only the site itself and this machine may ask, by Host and Origin.')
  }
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return refused(415, 'Content-Type must be application/json.')
  const version = headers['mcp-protocol-version']
  if (version !== undefined && !PROTOCOL_VERSIONS.some((known) => known === version)) {
    return refused(400, `MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(', ')}.`)
  }
  const answer = await answerMessage(await request.text(), { peer, left: context.left })
  if (answer === null) return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } })
  return new Response(stringifyJson(answer), { headers: JSON_HEADERS })
}

function refused(status: number, message: string): Response {
  const body = { jsonrpc: '2.0', id: null, error: { code: -32000, message } }
  return new Response(stringifyJson(body), { status, headers: JSON_HEADERS })
}

function isOwnHost(host: string | undefined): boolean {
  return host !== undefined && (host === new URL(configuration().siteUrl).host || isLoopback(`http://${host}`))
}

function isOwnOrigin(origin: string | undefined): boolean {
  return origin === undefined || origin === configuration().siteUrl || isLoopback(origin)
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}
