import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, request, sendRaw } from '@/lib/testing/deploy/request'
import { ScriptedOrigin } from '@/lib/testing/deploy/scripted-origin'
import { type Cache, isInstalled, startNginx, startVarnish } from '@/lib/testing/deploy/start-cache.mjs'
import { freshnessOf, NOT_FOUND } from '../lib/gateway/memory/freshness'

/*
 * What the shipped caches do with each row of the header table, facts/reliability.md (b): an origin says exactly what
 * the explorer says, so that every second of it can be told.
 */

const PROGRAMS = [
  /** nginx.conf says why: nginx knows no bound for old copies on a 5xx, and does not store what is not known. */
  { name: 'nginx', program: 'nginx', start: startNginx, boundsFailures: false, storesNotKnown: false },
  { name: 'Varnish', program: 'varnishd', start: startVarnish, boundsFailures: true, storesNotKnown: true },
]

const LIST = '/api/v1/getCompressedAccountsByOwner'

/** Lists of 3 s and 30 s and 600 s would take minutes: the same sentence with shorter times. */
const SHORT = 'public, max-age=0, s-maxage=1, stale-while-revalidate=3, stale-if-error=8'

const context = { slot: 1_000 }
const items = { value: { items: [], cursor: null } }
const ROWS = {
  slot: freshnessOf('getIndexerSlot', {}, 1_000).cacheControl,
  health: freshnessOf('getIndexerHealth', {}, 'ok').cacheControl,
  list: freshnessOf('getCompressedAccountsByOwner', { owner: '' } as never, { context, ...items } as never)
    .cacheControl,
  latest: freshnessOf('getLatestCompressionSignatures', {}, { context, ...items } as never).cacheControl,
  deep: freshnessOf('getLatestCompressionSignatures', { cursor: 'x' } as never, { context, ...items } as never)
    .cacheControl,
}

/** The last word of Cache-Status: what the cache itself did. RFC 9211. */
const did = ({ headers }: Reply) => /(hit; detail=stale|hit|fwd=[a-z-]+)$/.exec(String(headers['cache-status']))?.[1]
const text = ({ body }: Reply) => body.toString()

for (const { name, program, start, boundsFailures, storesNotKnown } of PROGRAMS) {
  describe.skipIf(!isInstalled(program))(`${name}${isInstalled(program) ? '' : ' (not installed here)'}`, () => {
    let origin: ScriptedOrigin
    let cache: Cache
    let asked = 0

    beforeAll(async () => {
      origin = await new ScriptedOrigin().start()
      cache = await start([origin.url], { replace: name === 'nginx' ? { 'rate=10r/s': 'rate=10000r/s' } : {} })
    })
    afterAll(async () => {
      await cache?.stop()
      await origin?.stop()
    })
    afterEach(() => {
      origin.reached.length = 0
    })

    /** A key that nobody asked for before. */
    const fresh = () => `${LIST}?owner=${++asked}&limit=50`
    const get = (path: string, headers = {}) => request(cache.url, path, { headers })
    /** From now on every answer is another one: "1", "2", … */
    const sayNumbers = (cacheControl: string, more: Record<string, string> = {}) => {
      let n = 0
      origin.say = () => ({
        headers: { 'content-type': 'application/json', 'cache-control': cacheControl, ...more },
        body: String(++n),
      })
    }
    const sayProblem = (status: number, cacheControl = 'no-store') => {
      origin.say = () => ({
        status,
        headers: { 'content-type': 'application/problem+json', 'cache-control': cacheControl },
        body: `{"status":${status}}`,
      })
    }

    for (const [row, cacheControl] of Object.entries(ROWS)) {
      test(`${row}: the first asks, the second does not, and both are told how long it holds`, async () => {
        sayNumbers(cacheControl)
        const path = fresh()
        const [first, second] = [await get(path), await get(path)]
        expect([did(first), did(second)]).toEqual([expect.stringMatching(/^fwd=/), 'hit'])
        expect(text(second)).toBe('1')
        expect(origin.reached).toHaveLength(1)
        expect([first, second].map(({ headers }) => headers['cache-control'])).toEqual([cacheControl, cacheControl])
      })
    }

    test('one of a hundred identical readers asks', async () => {
      origin.say = () => ({ headers: { 'cache-control': ROWS.list }, body: 'one', afterMs: 300 })
      const path = fresh()
      const replies = await Promise.all(Array.from({ length: 100 }, () => get(path, { 'x-forwarded-for': 'x' })))
      const answered = replies.filter(({ status }) => status === 200)
      // Forty at once is what nginx lets one client have; the others are told so.
      expect(answered.length).toBe(name === 'nginx' ? 40 : 100)
      expect(new Set(answered.map(text))).toEqual(new Set(['one']))
      expect(origin.reached).toHaveLength(1)
    })

    test('an old answer is given out at once while one new one is fetched, and is called stale', async () => {
      sayNumbers(SHORT)
      const path = fresh()
      await get(path)
      await wait(2_200)
      const say = origin.say
      origin.say = (seen) => ({ ...say(seen), afterMs: 700 })
      const began = performance.now()
      const stale = await Promise.all(Array.from({ length: 10 }, () => get(path)))
      expect(performance.now() - began).toBeLessThan(600)
      expect(new Set(stale.map(text))).toEqual(new Set(['1']))
      expect(new Set(stale.map(did))).toEqual(new Set(['hit; detail=stale']))
      expect(new Set(stale.map(({ headers }) => headers['cache-control']))).toEqual(
        new Set(['public, max-age=0, s-maxage=1']),
      )
      await expect.poll(async () => text(await get(path))).toBe('2')
      expect(origin.reached).toHaveLength(2)
    })

    test('beyond stale-while-revalidate readers wait for the new answer, and one asks', async () => {
      sayNumbers(SHORT)
      const path = fresh()
      await get(path)
      await wait(5_500)
      expect(text(await get(path))).toBe('2')
      expect(origin.reached).toHaveLength(2)
    })

    test('on a 5xx the old answer stands for stale-if-error', async () => {
      const keys = [500, 502, 503, 504].map((status) => ({ status, path: fresh() }))
      const broken = new Map<string, number>()
      origin.say = ({ url }) => {
        const status = broken.get(url)
        if (status === undefined) return { headers: { 'cache-control': SHORT }, body: 'good' }
        return { status, headers: { 'cache-control': 'no-store' }, body: 'broken' }
      }
      for (const { path } of keys) expect(text(await get(path))).toBe('good')
      for (const { status, path } of keys) broken.set(path, status)
      // Behind stale-while-revalidate (1 + 3 s), within stale-if-error (1 + 8 s).
      await wait(5_500)
      for (const { status, path } of keys) {
        const reply = await get(path)
        expect([status, reply.status, text(reply), did(reply)]).toEqual([status, 200, 'good', 'hit; detail=stale'])
      }
      await wait(5_000)
      for (const { status, path } of keys) {
        expect((await get(path)).status).toBe(boundsFailures ? status : 200)
        broken.delete(path)
        await expect.poll(async () => did(await get(path))).toBe('hit')
      }
    })

    test('with no explorer left the old answer stands for stale-if-error, then a problem with Retry-After', async () => {
      const own = await new ScriptedOrigin().start()
      own.say = () => ({ headers: { 'cache-control': SHORT }, body: 'good' })
      const alone = await start([own.url])
      try {
        const path = fresh()
        expect(text(await request(alone.url, path))).toBe('good')
        await own.stop()
        await wait(5_500)
        const stale = await request(alone.url, path)
        expect([stale.status, text(stale), did(stale)]).toEqual([200, 'good', 'hit; detail=stale'])
        await wait(5_000)
        const gone = await request(alone.url, path)
        expect([gone.status, gone.headers['content-type'], gone.headers['cache-control']]).toEqual([
          503,
          'application/problem+json',
          'no-store',
        ])
        expect(gone.headers['retry-after']).toBe('5')
        expect(JSON.parse(text(gone))).toMatchObject({ status: 503, code: 'explorer_unreachable', retryable: true })
        const page = await request(alone.url, '/latest')
        expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
        expect(text(page)).toContain('This page asks again in 5 seconds.')
      } finally {
        await alone.stop()
      }
    })

    for (const path of ['/api/v1/health?strict=1', '/api/v1/status', '/api/v1/getIndexerHealth']) {
      test(`${path}: a 503 is the answer, never an old 200`, async () => {
        sayNumbers('public, max-age=0, s-maxage=1')
        expect((await get(path)).status).toBe(200)
        await wait(2_200)
        sayProblem(503)
        expect((await get(path)).status).toBe(503)
      })
    }

    test('what may not be stale is not given out while a new one is fetched', async () => {
      sayNumbers('public, max-age=0, s-maxage=1')
      const path = fresh()
      await get(path)
      await wait(2_200)
      expect(text(await get(path))).toBe('2')
    })

    test('an answer that the explorer calls stale is asked for again a second later, however old its Age says it is', async () => {
      sayNumbers('public, max-age=0, s-maxage=1', { age: '300' })
      const path = fresh()
      await get(path)
      expect(text(await get(path))).toBe('1')
      await wait(2_200)
      expect(text(await get(path))).toBe('2')
    })

    for (const status of [400, 429, 500, 502, 503, 504]) {
      test(`${status} is not stored`, async () => {
        sayProblem(status)
        const path = fresh()
        await get(path)
        expect((await get(path)).status).toBe(status)
        expect(origin.reached).toHaveLength(2)
        sayNumbers(ROWS.list)
        expect([text(await get(path)), text(await get(path))]).toEqual(['1', '1'])
      })
    }

    test('404 holds for no longer than the 5 s that it is given', async () => {
      sayProblem(404, NOT_FOUND.cacheControl)
      const path = fresh()
      expect((await get(path)).status).toBe(404)
      expect((await get(path)).status).toBe(404)
      expect(origin.reached).toHaveLength(storesNotKnown ? 1 : 2)
      await wait(6_500)
      sayNumbers(ROWS.list)
      expect((await get(path)).status).toBe(200)
    })

    test('a 404 is the answer, not a failure that an old copy may hide', async () => {
      sayNumbers(SHORT)
      const path = fresh()
      await get(path)
      await wait(5_500)
      sayProblem(404, NOT_FOUND.cacheControl)
      expect((await get(path)).status).toBe(404)
    })

    test('pages are never stored, and what a page refuses neither', async () => {
      for (const cacheControl of ['private, no-cache', 'private, no-cache, no-store, max-age=0, must-revalidate']) {
        sayNumbers(cacheControl)
        const path = `/owner/${++asked}`
        expect([text(await get(path)), text(await get(path))]).toEqual(['1', '2'])
      }
    })

    test('a whole list is handed on as it is written, to each reader by itself', async () => {
      let release: () => void = () => {}
      const own = http.createServer((asked, answer) => {
        if (asked.url === '/readyz') return answer.end()
        answer.writeHead(200, { 'content-type': 'text/csv', 'cache-control': 'no-store' })
        answer.write('first line\n')
        release = () => answer.end('last line\n')
      })
      await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
      const alone = await start([`http://127.0.0.1:${(own.address() as AddressInfo).port}`])
      try {
        const list = await fetch(`${alone.url}${LIST}/export?format=csv`)
        const reader = list.body?.getReader()
        expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first line\n')
        release()
        expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last line\n')
      } finally {
        await alone.stop()
        own.closeAllConnections()
        own.close()
      }
    })

    test('files named by their content are fetched once', async () => {
      sayNumbers('public, max-age=31536000, immutable', { vary: 'Accept-Encoding' })
      const path = `/_next/static/chunks/${++asked}.js`
      expect([text(await get(path)), text(await get(path))]).toEqual(['1', '1'])
      origin.say = () => ({ status: 404, headers: { 'cache-control': 'private, no-store' }, body: 'none' })
      const missing = `/_next/static/chunks/${++asked}.js`
      expect([(await get(missing)).status, (await get(missing)).status]).toEqual([404, 404])
      expect(origin.reached).toHaveLength(3)
    })

    test('host, cookies and the headers of the framework make no second entry and do not reach the explorer', async () => {
      sayNumbers(ROWS.list, { vary: 'rsc, next-router-state-tree, next-router-prefetch' })
      const path = fresh()
      const plain = await get(path)
      for (const [n, header] of FORGED.entries()) {
        const reply = await get(path, { host: `${n}.example`, [header]: `forged ${n}` })
        expect({ header, text: text(reply), vary: reply.headers.vary }).toEqual({
          header,
          text: text(plain),
          vary: plain.headers.vary,
        })
      }
      expect(origin.reached).toHaveLength(1)
      for (const header of FORGED) {
        await get(fresh(), { [header]: 'forged' })
        await get(`/owner/${++asked}`, { [header]: 'forged' })
      }
      for (const { headers } of origin.reached) expect(JSON.stringify(headers)).not.toContain('forged')
    })

    test('an address with a foreign host in it asks for our path', async () => {
      sayNumbers(ROWS.list)
      const path = fresh()
      await get(path)
      const reply = await get(`http://foreign.example${path}`)
      expect([text(reply), did(reply)]).toEqual(['1', 'hit'])
      expect(origin.reached.map(({ url }) => url)).toEqual([path])
    })

    test('HEAD is answered from what GET stored, and If-None-Match with 304', async () => {
      sayNumbers(ROWS.list, { etag: '"e1"' })
      const path = fresh()
      await get(path)
      const head = await request(cache.url, path, { method: 'HEAD' })
      expect([head.status, head.body.length, did(head)]).toEqual([200, 0, 'hit'])
      const same = await get(path, { 'if-none-match': '"e1"' })
      expect([same.status, same.body.length]).toEqual([304, 0])
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
      expect(origin.reached).toHaveLength(1)
    })

    test('an answer is packed for who takes it packed, from one entry', async () => {
      const body = JSON.stringify('x'.repeat(5_000))
      origin.say = () => ({ headers: { 'content-type': 'application/json', 'cache-control': ROWS.list }, body })
      const path = fresh()
      const plain = await get(path)
      const packed = await get(path, { 'accept-encoding': 'gzip' })
      expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip'])
      expect([text(plain), gunzipSync(packed.body).toString()]).toEqual([body, body])
      expect(packed.headers.vary).toMatch(/accept-encoding/i)
      expect(origin.reached).toHaveLength(1)
    })

    test('an answer is packed by the explorer, once for all readers, and known again by all', async () => {
      const body = JSON.stringify('x'.repeat(5_000))
      const bytes = gzipSync(body)
      const headers = {
        'content-type': 'application/json',
        'cache-control': ROWS.list,
        'content-encoding': 'gzip',
        etag: '"e1-gzip"',
      }
      origin.say = () => ({ headers, body: bytes })
      const path = fresh()
      const packed = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
      expect(origin.reached[0]?.headers['accept-encoding']).toMatch(/gzip/)
      expect([packed.headers['content-encoding'], packed.body.equals(bytes)]).toEqual(['gzip', true])
      const plain = await get(path)
      expect([plain.headers['content-encoding'], text(plain)]).toEqual([undefined, body])
      for (const { headers } of [packed, plain]) {
        const same = await get(path, { 'if-none-match': String(headers.etag), 'accept-encoding': 'gzip' })
        expect([headers.etag, same.status]).toEqual([headers.etag, 304])
        expect(headers.vary).toMatch(/accept-encoding/i)
      }
      expect(origin.reached).toHaveLength(1)
    })

    test('every answer bears a request id of its own, the one that the explorer heard', async () => {
      sayNumbers(ROWS.list)
      const path = fresh()
      const [first, second] = [await get(path), await get(path)]
      expect(first.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
      expect(origin.reached[0]?.headers['x-request-id']).toBe(first.headers['x-request-id'])
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    })

    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'PROPFIND', 'PURGE']) {
      test(`${method} does not reach an explorer`, async () => {
        const path = method === 'CONNECT' ? 'foreign.example:443' : '/latest'
        const reply = await refusal(cache, method, path)
        expect(reply).toMatch(/^HTTP\/1\.1 (405|400) /)
        if (!['TRACE', 'CONNECT'].includes(method)) expect(reply).toMatch(/\r\nallow: GET, HEAD, OPTIONS\r\n/i)
        expect(origin.reached).toHaveLength(0)
      })
    }

    test('what the framework would take for a server action does not reach an explorer', async () => {
      const reply = await request(cache.url, '/', { method: 'POST', headers: { 'next-action': 'a'.repeat(40) } })
      expect(reply.status).toBe(405)
      expect(origin.reached).toHaveLength(0)
    })

    test('an upgrade to another protocol is not passed on', async () => {
      sayNumbers('private, no-cache')
      const headers = {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'x',
        'sec-websocket-version': 13,
      }
      expect((await get('/latest', headers)).status).toBe(200)
      expect(origin.reached[0]?.headers.upgrade).toBeUndefined()
    })

    test('probes of the explorer are not for the public', async () => {
      for (const path of ['/readyz', '/healthz', '/readyz?x=1']) expect((await get(path)).status).toBe(404)
      expect(origin.reached).toHaveLength(0)
    })
  })
}

/** Headers by which a client would speak as the framework, or as a proxy before it. facts/reliability.md (e) S07, (c) B08. */
const FORGED = [
  'x-middleware-subrequest',
  'x-middleware-rewrite',
  'x-middleware-next',
  'x-middleware-prefetch',
  'x-middleware-set-cookie',
  'x-nextjs-data',
  'x-nextjs-postponed',
  'x-nextjs-matched-path',
  'x-invoke-path',
  'x-invoke-output',
  'x-now-route-matches',
  'x-matched-path',
  'x-next-resume-state-length',
  'x-prerender-revalidate',
  'next-action',
  'next-resume',
  'content-security-policy',
  'content-security-policy-report-only',
  'x-nonce',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
  'x-http-method-override',
  'cookie',
  'authorization',
]

/** What comes back for a method, as text: a client would make an error of some of it. */
async function refusal(cache: Cache, method: string, path: string): Promise<string> {
  const { text } = await sendRaw(
    cache.port,
    `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    3_000,
  )
  return text
}
