import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, request, sendRaw } from '@/lib/testing/deploy/request'
import { barrier, ScriptedOrigin, type ScriptedResponse } from '@/lib/testing/deploy/scripted-origin'
import { type Cache, startNginx, startVarnish } from '@/lib/testing/deploy/start-cache.mjs'
import { describeWith } from '@/lib/testing/tools'
import { ROUTES } from '../lib/site/listener-hooks'
import { BADGE_COLORS, badgeSvg, shieldsJson } from '../lib/status/badge/badge'
import { freshnessOf, NOT_FOUND } from '../lib/upstream/cache/freshness'

/* The header table, facts/reliability.md (b). The origin's answers are scripted, so that each second is known. */

const PROGRAMS = [
  /**
   * Reasons are in nginx.conf: no limit for stale copies on 5xx, no storing of 404, and no request collapsing where a
   * copy is too old.
   */
  {
    name: 'nginx',
    program: 'nginx',
    start: startNginx,
    boundsFailures: false,
    storesNotKnown: false,
    renewsOnce: false,
  },
  {
    name: 'Varnish',
    program: 'varnishd',
    start: startVarnish,
    boundsFailures: true,
    storesNotKnown: true,
    renewsOnce: true,
  },
] as const

const LIST = '/api/v1/getCompressedAccountsByOwner'

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

const EXPORTS = ROUTES.filter((route) => route.endsWith('/export'))

/** The last entry of Cache-Status: what the cache itself did. RFC 9211. */
const did = ({ headers }: Reply) => /(hit; detail=stale|hit|fwd=[a-z-]+)$/.exec(String(headers['cache-status']))?.[1]
const text = ({ body }: Reply) => body.toString()

for (const { name, program, start, ...ways } of PROGRAMS) {
  describeWith(program, name, () => {
    let origin: ScriptedOrigin
    let cache: Cache
    let requestCount = 0

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

    const fresh = () => `${LIST}?owner=${++requestCount}&limit=50`
    const get = (path: string, headers = {}) => request(cache.url, path, { headers })
    const answerNumbers = (cacheControl: string, more: Record<string, string> = {}) => {
      let n = 0
      origin.respond = () => ({
        headers: { 'content-type': 'application/json', 'cache-control': cacheControl, ...more },
        body: String(++n),
      })
    }
    const answerProblem = (status: number, cacheControl = 'no-store') => {
      origin.respond = () => ({
        status,
        headers: { 'content-type': 'application/problem+json', 'cache-control': cacheControl },
        body: `{"status":${status}}`,
      })
    }

    for (const [row, cacheControl] of Object.entries(ROWS)) {
      test(`${row}: the first asks, the second does not, and both are told how long it holds`, async () => {
        answerNumbers(cacheControl)
        const path = fresh()
        const [first, second] = [await get(path), await get(path)]
        expect([did(first), did(second)]).toEqual([expect.stringMatching(/^fwd=/), 'hit'])
        expect(text(second)).toBe('1')
        expect(origin.reached).toHaveLength(1)
        expect([first, second].map(({ headers }) => headers['cache-control'])).toEqual([cacheControl, cacheControl])
      })
    }

    test('one of a hundred identical readers asks', async () => {
      const answer = barrier()
      origin.respond = () => ({ headers: { 'cache-control': ROWS.list }, body: 'one', after: answer.come })
      const path = fresh()
      let refused = 0
      const replies = Array.from({ length: 100 }, async () => {
        const reply = await get(path, { 'x-forwarded-for': 'x' })
        if (reply.status === 429) refused++
        return reply
      })
      // nginx lets one client have forty at once and refuses the others.
      const turnedAway = name === 'nginx' ? 60 : 0
      await expect.poll(() => [origin.reached.length, refused]).toEqual([1, turnedAway])
      answer.open()
      const answered = (await Promise.all(replies)).filter(({ status }) => status === 200)
      expect(answered).toHaveLength(100 - turnedAway)
      expect(new Set(answered.map(text))).toEqual(new Set(['one']))
      expect(origin.reached).toHaveLength(1)
    })

    describe('later', () => lifetimes(() => ({ origin, cache }), start, ways))

    for (const status of [400, 429, 500, 502, 503, 504]) {
      test(`${status} is not stored`, async () => {
        answerProblem(status)
        const path = fresh()
        await get(path)
        expect((await get(path)).status).toBe(status)
        expect(origin.reached).toHaveLength(2)
        answerNumbers(ROWS.list)
        expect([text(await get(path)), text(await get(path))]).toEqual(['1', '1'])
      })
    }

    test('pages are never stored, and what a page refuses neither', async () => {
      for (const cacheControl of ['private, no-cache', 'private, no-cache, no-store, max-age=0, must-revalidate']) {
        answerNumbers(cacheControl)
        const path = `/owner/${++requestCount}`
        expect([text(await get(path)), text(await get(path))]).toEqual(['1', '2'])
      }
    })

    test.each([
      ...EXPORTS.map((route) => route.replace('[method]', 'getCompressedAccountsByOwner')),
      '/api/v1/%67etCompressedAccountsByOwner/export',
    ])('a whole list is handed on as it is written, to each reader by itself: %s', async (path) => {
      const rest = barrier()
      origin.respond = () => ({
        headers: { 'content-type': 'text/csv', 'cache-control': 'no-store' },
        body: 'first line\n',
        last: rest.come.then(() => 'last line\n'),
      })
      const list = await fetch(`${cache.url}${path}?format=csv`)
      const reader = list.body?.getReader()
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first line\n')
      rest.open()
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last line\n')
    })

    test('files named by their content are fetched once', async () => {
      answerNumbers('public, max-age=31536000, immutable', { vary: 'Accept-Encoding' })
      const path = `/_next/static/chunks/${++requestCount}.js`
      expect([text(await get(path)), text(await get(path))]).toEqual(['1', '1'])
      origin.respond = () => ({ status: 404, headers: { 'cache-control': 'private, no-store' }, body: 'none' })
      const missing = `/_next/static/chunks/${++requestCount}.js`
      expect([(await get(missing)).status, (await get(missing)).status]).toEqual([404, 404])
      expect(origin.reached).toHaveLength(3)
    })

    test('host, cookies and the headers of the framework make no second entry and do not reach the explorer', async () => {
      answerNumbers(ROWS.list, { vary: 'rsc, next-router-state-tree, next-router-prefetch' })
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
        await get(`/owner/${++requestCount}`, { [header]: 'forged' })
      }
      for (const { headers } of origin.reached) expect(JSON.stringify(headers)).not.toContain('forged')
    })

    test('an address with a foreign host in it asks for our path', async () => {
      answerNumbers(ROWS.list)
      const path = fresh()
      await get(path)
      const reply = await get(`http://foreign.example${path}`)
      expect([text(reply), did(reply)]).toEqual(['1', 'hit'])
      expect(origin.reached.map(({ url }) => url)).toEqual([path])
    })

    test('HEAD is answered from what GET stored, and If-None-Match with 304', async () => {
      answerNumbers(ROWS.list, { etag: '"e1"' })
      const path = fresh()
      await get(path)
      const head = await request(cache.url, path, { method: 'HEAD' })
      expect([head.status, head.body.length, did(head)]).toEqual([200, 0, 'hit'])
      const same = await get(path, { 'if-none-match': '"e1"' })
      expect([same.status, same.body.length]).toEqual([304, 0])
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
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
      origin.respond = () => ({ headers, body: bytes })
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
      answerNumbers(ROWS.list)
      const path = fresh()
      const [first, second] = [await get(path), await get(path)]
      expect(first.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
      expect(origin.reached[0]?.headers['x-request-id']).toBe(first.headers['x-request-id'])
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    })

    test.each(['POST', 'DELETE', 'TRACE', 'CONNECT', 'PURGE'])('%s does not reach an explorer', async (method) => {
      const path = method === 'CONNECT' ? 'foreign.example:443' : '/latest'
      const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
      const { text: reply } = await sendRaw(cache.port, head, 30_000)
      expect(reply).toMatch(/^HTTP\/1\.1 (405|400) /)
      if (!['TRACE', 'CONNECT'].includes(method)) expect(reply).toMatch(/\r\nallow: GET, HEAD, OPTIONS\r\n/i)
      expect(origin.reached).toHaveLength(0)
    })

    if (name === 'nginx')
      test('a message for /mcp is passed on with its body, Host and Origin, uncached', async () => {
        answerNumbers('no-store')
        const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
        const length = `content-type: application/json\r\ncontent-length: ${message.length}`
        const head = `POST /mcp HTTP/1.1\r\nhost: x\r\norigin: http://x\r\n${length}\r\nconnection: close\r\n\r\n`
        for (let time = 0; time < 2; time++) {
          expect((await sendRaw(cache.port, head + message, 30_000)).text).toMatch(/^HTTP\/1\.1 200 /)
        }
        expect(origin.reached).toHaveLength(2)
        expect(origin.reached[0]).toMatchObject({
          method: 'POST',
          headers: { host: 'x', origin: 'http://x', 'content-length': String(message.length) },
        })
      })

    test('an upgrade to another protocol is not passed on', async () => {
      answerNumbers('private, no-cache')
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

/* Lifetimes that a test exceeds are a second or two, others ten minutes, so that slow machines do not change a stage. */
function lifetimes(
  shared: () => { origin: ScriptedOrigin; cache: Cache },
  start: (explorers: string[]) => Promise<Cache>,
  { boundsFailures, storesNotKnown, renewsOnce }: Record<'boundsFailures' | 'storesNotKnown' | 'renewsOnce', boolean>,
): void {
  /** Exceeds each short lifetime below by the second to which caches round. */
  const LATER_MS = 5_000
  const once = 'public, max-age=0, s-maxage=1'
  const beyondRevalidate = `${once}, stale-while-revalidate=1, stale-if-error=600`
  const beyondAll = `${once}, stale-while-revalidate=1, stale-if-error=2`
  const failures = [500, 502, 503, 504]
  const verdicts = ['/api/v1/health?strict=1', '/api/v1/status', '/api/v1/getIndexerHealth']

  const first: Record<string, { control: string; status?: number; headers?: Record<string, string> }> = {
    [`${LIST}?stale`]: { control: `${once}, stale-while-revalidate=600, stale-if-error=600` },
    [`${LIST}?expired`]: { control: beyondRevalidate },
    [`${LIST}?never-stale`]: { control: once },
    [`${LIST}?aged`]: { control: once, headers: { age: '300' } },
    [`${LIST}?not-known`]: { control: once, status: 404 },
    [`${LIST}?not-known-any-more`]: { control: beyondRevalidate },
    ...Object.fromEntries(verdicts.map((path) => [path, { control: once }])),
    ...Object.fromEntries(failures.map((status) => [`${LIST}?within=${status}`, { control: beyondRevalidate }])),
    ...Object.fromEntries(failures.map((status) => [`${LIST}?beyond=${status}`, { control: beyondAll }])),
  }

  let alone: Cache
  const then = new Map<string, () => ScriptedResponse>()
  const get = (path: string) => request(shared().cache.url, path)
  const times = (path: string) => shared().origin.reached.filter(({ url }) => url === path).length
  const answer = (body: string, control: string, status = 200): ScriptedResponse => ({
    status,
    headers: { 'content-type': 'application/json', 'cache-control': control },
    body,
  })

  beforeAll(async () => {
    const { origin } = shared()
    origin.respond = ({ url }) => {
      const { control = 'no-store', status = 200, headers = {} } = first[url] ?? {}
      const response = then.get(url)?.() ?? answer('first', control, status)
      return { ...response, headers: { ...response.headers, ...headers } }
    }
    const ended = await new ScriptedOrigin().start()
    ended.respond = ({ url }) => answer('first', url.endsWith('within') ? beyondRevalidate : beyondAll)
    alone = await start([ended.url])
    for (const [path, { status = 200 }] of Object.entries(first)) expect((await get(path)).status).toBe(status)
    for (const path of ['within', 'beyond']) {
      expect(text(await request(alone.url, `${LIST}?${path}`))).toBe('first')
    }
    await ended.stop()
    origin.reached.length = 0
    await wait(LATER_MS)
  }, 60_000)
  afterAll(() => alone?.stop())

  test('an old answer is given out at once while one new one is fetched, and is called stale', async () => {
    const path = `${LIST}?stale`
    const renewed = barrier()
    then.set(path, () => ({ ...answer('second', 'public, max-age=0, s-maxage=600'), after: renewed.come }))
    const stale = await Promise.all(Array.from({ length: 10 }, () => get(path)))
    expect(new Set(stale.map(text))).toEqual(new Set(['first']))
    expect(new Set(stale.map(did))).toEqual(new Set(['hit; detail=stale']))
    expect(new Set(stale.map(({ headers }) => headers['cache-control']))).toEqual(new Set([once]))
    await expect.poll(() => times(path)).toBe(1)
    renewed.open()
    await expect.poll(async () => text(await get(path))).toBe('second')
    expect(times(path)).toBe(1)
  })

  test('beyond stale-while-revalidate readers wait for the new answer', async () => {
    const path = `${LIST}?expired`
    const renewed = barrier()
    then.set(path, () => ({ ...answer('second', 'public, max-age=0, s-maxage=600'), after: renewed.come }))
    const replies = Array.from({ length: 10 }, () => get(path))
    await expect.poll(() => times(path)).toBe(renewsOnce ? 1 : 10)
    renewed.open()
    expect(new Set((await Promise.all(replies)).map(text))).toEqual(new Set(['second']))
  })

  test.each(failures)('on a %i the old answer stands for stale-if-error', async (status) => {
    const [within, beyond] = [`${LIST}?within=${status}`, `${LIST}?beyond=${status}`]
    for (const path of [within, beyond]) then.set(path, () => answer('broken', 'no-store', status))
    const reply = await get(within)
    expect([reply.status, text(reply), did(reply)]).toEqual([200, 'first', 'hit; detail=stale'])
    expect((await get(beyond)).status).toBe(boundsFailures ? status : 200)
  })

  test('with no explorer left the old answer stands for stale-if-error, then a problem with Retry-After', async () => {
    const stale = await request(alone.url, `${LIST}?within`)
    expect([stale.status, text(stale), did(stale)]).toEqual([200, 'first', 'hit; detail=stale'])
    const gone = await request(alone.url, `${LIST}?beyond`)
    expect([gone.status, gone.headers['content-type'], gone.headers['cache-control']]).toEqual([
      503,
      'application/problem+json',
      'no-store',
    ])
    expect(gone.headers['retry-after']).toBe('5')
    expect(JSON.parse(text(gone))).toMatchObject({ status: 503, code: 'explorer_unreachable', retryable: true })
    const page = await request(alone.url, '/latest')
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(text(page)).toContain('Retrying in 5 seconds.')
  })

  test.each([
    '/status.atom',
    '/latest.atom?cluster=devnet',
    '/owner/11111111111111111111111111111111/atom',
    '/preview/latest.png',
    '/robots.txt',
    '/_next/static/a.js',
  ])('with no explorer left what a program reads is a problem too: %s', async (path) => {
    const gone = await request(alone.url, path)
    expect([gone.status, gone.headers['content-type']]).toEqual([503, 'application/problem+json'])
    expect(JSON.parse(text(gone))).toMatchObject({ code: 'explorer_unreachable' })
  })

  test('with no explorer left a badge says so, on whatever page it stands', async () => {
    const badge = {
      label: 'indexer',
      message: 'explorer down',
      color: 'a8201a',
      description: 'No explorer answers at the moment, so nothing is known of the indexer.',
      isError: true,
    } as const
    expect(BADGE_COLORS).toContain(badge.color)
    for (const [path, type, body] of [
      ['/badge.svg', 'image/svg+xml', badgeSvg(badge).replaceAll('\n', '')],
      ['/badge.json', 'application/json', JSON.stringify(shieldsJson(badge))],
    ] as const) {
      const gone = await request(alone.url, `${path}?cluster=devnet`)
      expect([gone.status, gone.headers['content-type'], text(gone).trim()]).toEqual([503, type, body])
      expect(gone.headers).toMatchObject({
        'cache-control': 'no-store',
        'retry-after': '5',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
  })

  test.each(verdicts)('%s: a 503 is the answer, never an old 200', async (path) => {
    then.set(path, () => answer('{}', 'no-store', 503))
    expect((await get(path)).status).toBe(503)
  })

  test.each(['never-stale', 'aged'])(
    'what may not be stale is not given out, however old its Age says it is: %s',
    async (key) => {
      const path = `${LIST}?${key}`
      then.set(path, () => answer('second', once))
      expect(text(await get(path))).toBe('second')
    },
  )

  test('404 holds for no longer than it is given', async () => {
    const path = `${LIST}?not-known`
    then.set(path, () => answer('known', once))
    expect((await get(path)).status).toBe(200)
    const held = `${LIST}?held`
    then.set(held, () => answer('{}', 'public, max-age=0, s-maxage=600', 404))
    expect([(await get(held)).status, (await get(held)).status]).toEqual([404, 404])
    expect(times(held)).toBe(storesNotKnown ? 1 : 2)
  })

  test('a 404 is the answer, not a failure that an old copy may hide', async () => {
    const path = `${LIST}?not-known-any-more`
    then.set(path, () => answer('{}', NOT_FOUND.cacheControl, 404))
    expect((await get(path)).status).toBe(404)
  })
}

/** Headers that would address the framework, or pass for a proxy's. facts/reliability.md (e) S07, (c) B08. */
const FORGED = [
  'x-middleware-subrequest',
  'x-middleware-rewrite',
  'x-nextjs-data',
  'x-invoke-path',
  'x-now-route-matches',
  'x-matched-path',
  'x-prerender-revalidate',
  'next-action',
  'next-resume',
  'content-security-policy',
  'x-nonce',
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'x-http-method-override',
  'cookie',
  'authorization',
]
