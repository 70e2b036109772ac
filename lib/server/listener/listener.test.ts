import type { IncomingMessage, RequestListener } from 'node:http'
import net from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Client } from '@/lib/testing/api/client'
import { type ApiServer, HOST, serveApi } from '@/lib/testing/api/server'
import { until } from '@/lib/testing/until'
import { finishedAnswers } from '../../api/response-cache'
import { siteHooks } from '../../platform/site-hooks'

/* What is not HTTP: e2e/guard.slow.spec.ts. */

let server: ApiServer
let client: Client
let passed: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[]

const framework: RequestListener = ({ method, url, headers }, response) => {
  passed.push({ method, url, headers: { ...headers } })
  response.setHeader('content-type', 'text/html')
  response.end('<html><head></head><body>a page</body></html>')
}

beforeEach(async () => {
  passed = []
  server = await serveApi(framework)
  client = new Client()
  finishedAnswers().remember('/api/v1/known', () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{}'),
  }))
})

afterEach(async () => {
  client.close()
  await server.close()
})

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  client.ask(server.port, target, { method, headers })

describe('the framework', () => {
  test.each(['/owner/abc', '/api/v1/unknown/thing'])(
    'takes the host of the site for %s, whatever a reader says',
    async (target) => {
      await get(target, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
      expect(passed).toHaveLength(1)
      expect(passed[0]?.headers.host).toBe(HOST)
      expect(passed[0]?.headers).not.toHaveProperty('x-forwarded-host')
    },
  )

  test('is told of navigations where there are pages alone, in development as well', async () => {
    for (const dev of [false, true]) {
      const other = await serveApi(framework, { dev })
      await client.ask(other.port, '/healthz', { headers: { rsc: '1', 'next-url': '/x' } })
      await client.ask(other.port, '/help', { headers: { rsc: '1', 'next-url': '/x' } })
      await other.close()
    }
    expect(passed.map(({ url, headers }) => [url, headers.rsc, headers['next-url']])).toEqual([
      ['/healthz', undefined, undefined],
      ['/help', '1', '/x'],
      ['/healthz', undefined, undefined],
      ['/help', '1', '/x'],
    ])
  })

  test('gets the target without the host that stands in it', async () => {
    await get('//evil.example/x')
    await get('/owner/%zz?limit=10')
    expect(passed.map(({ url }) => url)).toEqual(['//evil.example/x', '/owner/%25zz?limit=10'])
  })

  test('is not asked for what Node refuses by itself: an expectation that nobody can meet', async () => {
    expect(await get('/help', { expect: 'nonsense' })).toMatchObject({ status: 417, text: '' })
    expect(passed).toEqual([])
  })

  test.each(['/owner/abc', '/api/v1/unknown/thing'])(
    'begins one of many %s in a turn of the event loop',
    async (target) => {
      let [turn, isOver] = [0, false]
      const begun: number[] = []
      const other = await serveApi((_, response) => {
        begun.push(turn)
        response.end()
      })
      const turns = (async () => {
        for (; !isOver; turn++) await setImmediate()
      })()
      const socket = net.connect(other.port, '127.0.0.1')
      try {
        // One write, which Node reads in one turn.
        socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8))
        await until(() => begun.length === 8)
      } finally {
        isOver = true
        await turns
        socket.destroy()
        await other.close()
      }
      expect(new Set(begun).size, `turns ${begun}`).toBe(8)
    },
  )

  test('is not asked for an address of more than a hundred parameters', async () => {
    const query = (count: number) => Array(count).fill('a=1').join('&')
    expect((await get(`/owner/abc?${query(100)}`)).status).toBe(200)
    expect(await get(`/owner/abc?${query(101)}`)).toMatchObject({ status: 400, text: expect.stringContaining('100') })
    expect(await get(`/api/v1/known?${query(101)}`)).toMatchObject({ status: 400, body: { code: 'invalid_params' } })
    expect(passed).toHaveLength(1)
  })

  test('is not asked for what was answered before, nor with a method that does more than read', async () => {
    const known = await get('/api/v1/known')
    expect(known).toMatchObject({ status: 200, body: {} })
    expect(known.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await get('/api/v1/known?uptime_kuma_cachebuster=x7k2p9')).status, 'whatever a monitor adds').toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE', 'TRACE']) {
      const response = await get('/owner/abc', {}, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
    vi.spyOn(siteHooks(), 'mayPost').mockReturnValueOnce(64)
    expect((await get('/mcp')).headers.get('allow')).toBe('POST')
    expect(await get('/owner/abc', {}, 'OPTIONS')).toMatchObject({ status: 204, text: '' })
    expect(await get('/api/v1/known', {}, 'POST')).toMatchObject({ status: 405, body: { code: 'invalid_params' } })
    expect((await get(`/owner/${'1'.repeat(9_000)}`)).status).toBe(414)
    expect((await get(`/api/v1/known?cb=${'1'.repeat(9_000)}`)).body).toMatchObject({ status: 414 })
    for (const { headers, body } of [
      await get(`/api/v1/known?cb=${'1'.repeat(9_000)}`),
      await get('/api/v1/known', { 'x-request-id': 'given-by-me' }, 'POST'),
    ])
      expect(body?.requestId).toBe(headers.get('x-request-id'))
    expect(passed).toEqual([])
  })
})
