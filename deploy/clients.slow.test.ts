import http from 'node:http'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Reply, request, sendRaw } from '@/lib/testing/deploy/request'
import { barrier, ScriptedOrigin } from '@/lib/testing/deploy/scripted-origin'
import { type Cache, shippedText, startNginx, startVarnish } from '@/lib/testing/deploy/start-cache.mjs'
import { describeWith } from '@/lib/testing/tools'

/* facts/reliability.md (b) "our own limit", (c) B11, (e) S21. Both proxies cut slow clients off; only nginx limits rates. */

const SECONDS = {
  'client_header_timeout 10s': 'client_header_timeout 1s',
  'client_body_timeout 10s': 'client_body_timeout 1s',
  'keepalive_timeout 15s': 'keepalive_timeout 2s',
  'send_timeout 10s': 'send_timeout 2s',
}
/** Milliseconds; a connection still open by then is never closed. */
const LATE_MS = 60_000

/** Varnish's shipped limits are short enough to wait for: 2 s for a header, 5 s idle. */
const PROGRAMS = [
  {
    name: 'nginx',
    program: 'nginx',
    start: (url: string) => startNginx([url], { trustForwardedFor: true, replace: SECONDS }),
  },
  { name: 'Varnish', program: 'varnishd', start: (url: string) => startVarnish([url]) },
] as const

describe('the shipped nginx configuration', () => {
  test('closes what stays silent within 15 s and takes no bodies', () => {
    const text = shippedText('nginx.conf')
    for (const from of Object.keys(SECONDS)) expect(text).toContain(`\n    ${from};`)
    expect(text).toContain('\n    client_max_body_size 1k;')
    expect(text).toContain('\n    server_tokens off;')
  })
})

for (const { name, program, start } of PROGRAMS) {
  describeWith(program, name, () => {
    let origin: ScriptedOrigin
    let cache: Cache

    beforeAll(async () => {
      origin = await new ScriptedOrigin().start()
      origin.respond = () => ({ headers: { 'cache-control': 'private, no-cache' }, body: 'answer' })
      cache = await start(origin.url)
    })
    afterAll(async () => {
      await cache?.stop()
      await origin?.stop()
    })

    test.concurrent('a header that comes byte by byte is not waited for', async () => {
      const socket = net.connect(cache.port, '127.0.0.1')
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
      socket.on('error', () => {})
      socket.resume()
      socket.write('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ')
      const drip = setInterval(() => socket.write('a'), 200)
      await closed
      clearInterval(drip)
    })

    test.concurrent('a connection that says nothing, before or after an answer, is closed', async () => {
      const [silent, idle] = await Promise.all([
        sendRaw(cache.port, '', LATE_MS),
        sendRaw(cache.port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', LATE_MS),
      ])
      expect(silent.closed).toBe(true)
      expect(idle.closed).toBe(true)
      expect(idle.text).toContain('answer')
    })

    test('500 connections that say nothing keep nobody from an answer', async () => {
      const sockets = Array.from({ length: 500 }, () => net.connect(cache.port, '127.0.0.1'))
      for (const socket of sockets) socket.on('error', () => {})
      for (let n = 0; n < 20; n++) expect((await request(cache.url, '/')).status).toBe(200)
      for (const socket of sockets) socket.destroy()
    })

    test.concurrent('a body is neither waited for nor passed on', async () => {
      const head = 'POST /form HTTP/1.1\r\nhost: x\r\ncontent-length'
      const [post, large] = await Promise.all([
        sendRaw(cache.port, `${head}: 900\r\n\r\na`, LATE_MS),
        sendRaw(cache.port, `${head}: 2000000\r\n\r\na`, LATE_MS),
      ])
      expect(post.text).toMatch(/^HTTP\/1\.1 (405|408|413) |^$/)
      expect(large.text).toMatch(/^HTTP\/1\.1 (405|413) |^$/)
      expect([post.closed, large.closed]).toEqual([true, true])
      expect(origin.reached.filter(({ url }) => url === '/form')).toEqual([])
    })

    test('headers and addresses beyond all measure are refused here', async () => {
      const address = await request(cache.url, `/${'a'.repeat(40_000)}`).catch(() => null)
      const header = await request(cache.url, '/', { headers: { 'x-large': 'a'.repeat(40_000) } }).catch(() => null)
      for (const reply of [address, header]) expect([400, 414, 431, undefined]).toContain(reply?.status)
    })
  })
}

/** At ten a second a busy machine might not request faster than the bucket refills. */
const SLOW_REFILL = { 'rate=10r/s': 'rate=1r/s' }

describeWith('nginx', 'limits per client of nginx', () => {
  let origin: ScriptedOrigin
  let cache: Cache

  beforeAll(async () => {
    origin = await new ScriptedOrigin().start()
    cache = await startNginx([origin.url], { trustForwardedFor: true, replace: SLOW_REFILL })
  })
  beforeEach(() => {
    origin.respond = ({ url }) => ({
      headers: { 'cache-control': /^\/(api|_next)/.test(url) ? 'public, max-age=0, s-maxage=60' : 'private, no-cache' },
      body: 'answer',
    })
  })
  afterAll(async () => {
    await cache?.stop()
    await origin?.stop()
  })

  const agent = new http.Agent({ keepAlive: true, maxSockets: 10 })
  const ask = (path: string, client: string, times: number): Promise<Reply[]> =>
    Promise.all(
      Array.from({ length: times }, () => request(cache.url, path, { headers: { 'x-forwarded-for': client }, agent })),
    )
  const refused = (replies: Reply[]) => replies.filter(({ status }) => status === 429)

  test('40 at once are answered, others are told when to come back, and are answered when they do', async () => {
    const path = '/api/v1/getIndexerSlot'
    expect(refused(await ask(path, '10.0.0.1', 40))).toEqual([])
    const replies = refused(await ask(path, '10.0.0.1', 40))
    expect(replies.length).toBeGreaterThan(0)
    const [reply] = replies
    expect(reply?.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'retry-after': '1',
      'access-control-allow-origin': '*',
    })
    expect(JSON.parse(String(reply?.body))).toMatchObject({
      status: 429,
      code: 'client_rate_limited',
      retryable: true,
      retryAfterMs: 1000,
      requestId: reply?.headers['x-request-id'],
    })
    expect(refused(await ask(path, '10.0.0.2', 40))).toEqual([])
    await wait(1_100)
    expect(refused(await ask(path, '10.0.0.1', 1))).toEqual([])
  })

  test('addresses of one /64 are one client, those of another are not', async () => {
    const path = '/api/v1/getIndexerSlot'
    expect(refused(await ask(path, '2001:db8:0:1::1', 40))).toEqual([])
    expect(refused(await ask(path, '2001:db8:0:1:ffff::2', 40)).length).toBeGreaterThan(0)
    expect(refused(await ask(path, '2001:db8:0:2::1', 40))).toEqual([])
  })

  test('people may open a hundred pages at once, and read in words when it is more', async () => {
    expect(refused(await ask('/latest', '10.0.1.1', 100))).toEqual([])
    const [reply] = refused(await ask('/latest', '10.0.1.1', 60))
    expect(reply?.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(String(reply?.body)).toContain('Retrying in 3 seconds.')
    const [feed] = refused(await ask('/status.atom', '10.0.1.1', 60))
    expect(feed?.headers['content-type']).toBe('application/problem+json')
    expect(refused(await ask('/_next/static/a.js', '10.0.1.1', 60))).toEqual([])
  })

  test('a client has ten pages of many rows at once, and as many others as before', async () => {
    const large = (n: number) => `/owner/11111111111111111111111111111111?from=${n}&limit=${n % 2 === 0 ? 1000 : 101}`
    const pending = Array.from({ length: 30 }, async (_, n) => (await ask(large(n), '10.0.4.1', 1))[0] as Reply)
    const replies = await Promise.all(pending)
    expect(refused(replies).length).toBeGreaterThan(0)
    expect(refused(replies).length).toBeLessThanOrEqual(19)
    expect(refused(await ask('/owner/11111111111111111111111111111111?limit=100', '10.0.4.1', 40))).toEqual([])
    expect(refused(await ask(large(0), '10.0.4.2', 1))).toEqual([])
  })
  test('a client has 40 requests under way, and the one after is refused', async () => {
    const answer = barrier()
    origin.respond = () => ({ headers: { 'cache-control': 'private, no-cache' }, body: 'answer', after: answer.come })
    const many = new http.Agent({ keepAlive: false })
    let refusals = 0
    const replies = Array.from({ length: 60 }, async () => {
      const reply = await request(cache.url, '/status', { headers: { 'x-forwarded-for': '10.0.2.1' }, agent: many })
      if (reply.status === 429) refusals++
      return reply
    })
    await expect.poll(() => refusals).toBe(20)
    answer.open()
    expect(refused(await Promise.all(replies))).toHaveLength(20)
  })

  test('a client cannot name another address when no proxy in front is trusted', async () => {
    const alone = await startNginx([origin.url], { replace: SLOW_REFILL })
    const before = origin.reached.length
    try {
      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          request(alone.url, '/api/v1/getIndexerSlot', { headers: { 'x-forwarded-for': `10.0.3.${n}` }, agent }),
        ),
      )
      expect(refused(replies).length).toBeGreaterThan(0)
      const addresses = new Set(origin.reached.slice(before).map(({ headers }) => headers['x-forwarded-for']))
      expect(addresses).toEqual(new Set(['127.0.0.1']))
    } finally {
      await alone.stop()
    }
  })
})
