import fs from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { randomFrom } from '@/lib/testing/indexer/random'
import { addressOf, hashOf, makeAccounts, signatureOf } from '@/lib/testing/stand-in/fixtures'
import { type JourneyNetwork, type Live, stillWorld } from '@/lib/testing/world/worlds'
import { SEED } from '@/scripts/seed'
import { expect, test } from './live'
import { sendRaw } from './raw-http'

/* facts/reliability.md (c) B06 to B10, (e) S05, S07, S08, S22. */

const OWNER = addressOf('owner')
const CONSUMED = hashOf('consumed')

let explorer: Live
/** One network per test: calls left over from an earlier test would be counted. */
let net: JourneyNetwork
let slotHref = ''
let accountsHref = ''

test.beforeEach(async ({ live }, { line }) => {
  explorer = live
  const at = (slot: number) => ({ signature: signatureOf(`in ${slot}`), slot, blockTime: 1_763_600_000 + slot })
  net = await live.network(`guarded-${line}`, {
    accounts: makeAccounts(OWNER, 30),
    signatures: { [CONSUMED]: [at(300), at(200)] },
  })
  slotHref = on('/api/v1/getIndexerSlot')
  accountsHref = on(`/api/v1/getCompressedAccountsByOwner?owner=${OWNER}&limit=25`)
})

test.afterEach(() => net?.leave())

const send = (lines: readonly string[], body = '') => sendRaw(explorer.url, lines, body)
const get = (target: string, ...headers: string[]) => send([`GET ${target} HTTP/1.1`, ...headers])

const on = (path: string) => net.path(path)

const PROBED = ['getIndexerHealth', 'getIndexerSlot', 'getLatestCompressionSignatures']
const upstreamCalls = () =>
  net.indexer.requests.map(({ method }) => method).filter((method) => !PROBED.includes(method))

const logLength = async () => (await explorer.seen()).output.length

/** Without lines about indexers, slow requests and indexer failures: other tests cause those at any time. */
async function loggedSince(characters: number): Promise<string[]> {
  const lines = (await explorer.seen()).output.slice(characters).split('\n')
  const others = /"upstream":|"msg":"slow request"|"msg":"request failed".*"status":50[234]/
  return lines.filter((line) => line !== '' && !others.test(line))
}

const ALWAYS = {
  'content-security-policy': /^default-src 'none'.*frame-ancestors 'none'$/,
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'permissions-policy': /camera=\(\)/,
}

test('B06 an address that is too long is 414, headers that are too large 431', async () => {
  const page = await get(`/owner/${'a'.repeat(9_000)}`)
  expect(page.status).toBe(414)
  expect(page.body).toContain('Leafscan can’t process this request')
  const api = await get(`${slotHref}&x=${'a'.repeat(9_000)}`)
  expect(api.status).toBe(414)
  expect(JSON.parse(api.body)).toMatchObject({ status: 414, retryable: false })
  const headers = await get('/', `X-Big: ${'a'.repeat(20_000)}`)
  expect(headers.status).toBe(431)
  for (const [name, value] of Object.entries(ALWAYS)) expect(headers.headers[name], name).toMatch(value)
  expect([414, 431]).toContain((await get(`/${'a'.repeat(20_000)}`)).status)
  expect((await get(on('/'))).status).toBe(200)
})

test('B07 only GET, HEAD and OPTIONS are taken, and nothing else reaches a page or the log', async () => {
  const logged = await logLength()
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']) {
    for (const target of [on('/'), on(`/owner/${OWNER}`), accountsHref, '/healthz', '/_next/static/x.js', '*']) {
      const answer = await send([`${method} ${target} HTTP/1.1`, 'Content-Length: 3'], 'a=1')
      expect(answer.status, `${method} ${target}`).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
    }
  }
  expect((await send(['CONNECT evil.example:443 HTTP/1.1'])).status).toBe(405)
  for (const name of ['X-HTTP-Method-Override', 'X-Method-Override', 'X-HTTP-Method']) {
    expect((await get('/help', `${name}: DELETE`)).status).toBe(200)
  }
  expect((await send(['OPTIONS / HTTP/1.1'])).status).toBe(204)
  const preflight = await send([`OPTIONS ${slotHref} HTTP/1.1`, 'Origin: https://elsewhere.example'])
  expect(preflight.status).toBe(204)
  expect(preflight.headers['access-control-allow-origin']).toBe('*')
  expect((await send(['OPTIONS / HTTP/1.1'])).headers['access-control-allow-origin']).toBeUndefined()
  expect(upstreamCalls()).toEqual([])
  expect(await loggedSince(logged)).toEqual([])
})

test('B09 what would be a server action is 405, without a line in the log', async () => {
  const logged = await logLength()
  for (const target of [on('/'), on(`/owner/${OWNER}`), on('/search'), '/nowhere']) {
    const answer = await send(
      [`POST ${target} HTTP/1.1`, 'Next-Action: 7f000000', 'Content-Type: text/plain', 'Content-Length: 2'],
      '[]',
    )
    expect(answer.status).toBe(405)
    expect((await get(target, 'Next-Action: abc')).status).toBeLessThan(500)
  }
  expect(await loggedSince(logged)).toEqual([])
})

/** Every header by name: clean-request.test.ts. B08, S07. */
const FORGED = [
  'Host: evil.example',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: gopher',
  'Forwarded: for=127.0.0.1;host=evil.example;proto=https',
  'X-Middleware-Subrequest: proxy:proxy:proxy:proxy:proxy',
  'X-Middleware-Rewrite: http://evil.example/',
  'X-Nextjs-Data: 1',
  'X-Invoke-Path: /status',
  'X-Matched-Path: /status',
  "Content-Security-Policy: script-src 'nonce-ZXZpbA=='",
  'X-Nonce: ZXZpbA==',
  'Cookie: __prerender_bypass=1; __next_preview_data=1',
  'Next-Url: //evil.example/',
  'Next-Router-State-Tree: nonsense',
  'Next-Router-Segment-Prefetch: /evil',
]

/** The nonce is what differs between two answers while the explorer's clock is fixed. */
const steady = (html: string) => html.replace(/nonce[\\"]*[:=][\\"]*[A-Za-z0-9+/]{22}==/g, '')

test('B08 forged headers change nothing, neither the page nor the answer, and cause no call', async () => {
  const { url: still } = await stillWorld()
  const ofStill = (...headers: string[]) => sendRaw(still, ['GET /help HTTP/1.1', ...headers])
  const plain = steady((await ofStill()).body)
  for (const header of FORGED) {
    const page = await ofStill(header)
    expect(page.status, header).toBe(200)
    expect(steady(page.body), header).toBe(plain)
    expect(page.body, header).not.toMatch(/evil|ZXZpbA/)
    const moved = await get(on('/txs'), header)
    expect(moved.status, header).toBe(308)
    expect(moved.headers.location, header).toBe(on('/latest'))
    const api = await get(on('/api/v1/getEverything'), header)
    expect(api.status, header).toBe(404)
    expect(api.body, header).not.toContain('evil')
  }
  expect(upstreamCalls()).toEqual([])
  const all = await get(on(`/owner/${OWNER}`), ...FORGED)
  expect(all.status).toBe(200)
  expect(all.body).not.toMatch(/evil\.example|ZXZpbA/)
})

test('B08 absolute targets and upgrades get the answer of their path; no redirect leads off the site', async () => {
  const { url: still } = await stillWorld()
  const own = await sendRaw(still, ['GET /help HTTP/1.1'])
  for (const target of ['http://evil.example/help', 'https://evil.example:99/help', 'ftp://evil.example/help']) {
    const answer = await sendRaw(still, [`GET ${target} HTTP/1.1`, 'Host: evil.example'])
    expect(answer.status, target).toBe(200)
    expect(steady(answer.body), target).toBe(steady(own.body))
  }
  const upgrade = await get('/healthz', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13')
  expect(upgrade.status).toBe(200)
  const targets = [
    '//evil.example/x',
    '/\\evil.example/x',
    '/%2f%2fevil.example',
    '///evil.example',
    '/latest/',
    '/.//evil.example',
  ]
  const moves = [
    '/txs?x=//evil.example',
    '/accounts//evil.example',
    '/accounts/%2f%2fevil.example',
    '/search?q=//evil.example',
  ]
  for (const target of [...targets, ...moves, `/owner/${TOKEN_PROGRAM}?tokenWallet=//evil.example`]) {
    const answer = await get(target)
    expect(answer.status, target).toBeLessThan(500)
    expect(answer.headers.location ?? '/', target).toMatch(/^\/(?![/\\])/)
  }
})

test('B01 a path that cannot be decoded is explained on a full page, without an error in the log', async () => {
  const logged = await logLength()
  for (const path of ['%zz', '%', '%ff', '%c3%28', 'a%E0%A4%A', '%00', '%2f', '\xd0\x90'.repeat(4)]) {
    for (const page of ['owner', 'delegate', 'account', 'tx']) {
      const answer = await get(`/${page}/${path}`)
      expect([400, 404], `/${page}/${path}`).toContain(answer.status)
      expect(answer.body).toContain('</html>')
      expect(answer.body).toMatch(/Invalid link|Page not found|Leafscan can’t process this request/)
    }
    const api = await get(`/api/v1/${path}`)
    expect([400, 404], `/api/v1/${path}`).toContain(api.status)
  }
  expect((await get('/owner/%zz')).status).toBe(400)
  expect(await loggedSince(logged)).toEqual([])
})

test('B10 files that are not there are 404, and no path pretends to be a file', async () => {
  for (const target of [
    '/_next/image?url=%2Ficon.svg&w=64&q=75',
    '/_next/static/../../package.json',
    '/_next/static/..%2f..%2fserver.js',
    '/.env',
    '/package.json',
    '/dist/server.mjs',
    '/.next/BUILD_ID',
    '/metrics',
    `/owner/${OWNER}/a.css`,
    `/owner/${OWNER}/accounts/a.css`,
    '/api/v1/getIndexerSlot/a.css',
  ]) {
    const answer = await get(target)
    expect(answer.status, target).toBe(404)
    expect(answer.headers['cache-control'] ?? '', target).not.toMatch(/public|max-age=[1-9]/)
  }
  for (const target of [
    `/owner/${OWNER};.js`,
    `/owner/${OWNER}.css`,
    `/owner/${OWNER}%2fa.css`,
    `${slotHref};.css`,
    `${slotHref}%2fa.css`,
  ]) {
    const answer = await get(target)
    expect([400, 404], target).toContain(answer.status)
    expect(answer.headers['cache-control'] ?? '', target).not.toMatch(/public|max-age=[1-9]/)
  }
  expect(upstreamCalls()).toEqual([])
})

test('B05 a thousand odd headers cost one call for all of them, and no 500', async () => {
  const logged = await logLength()
  const random = randomFrom(SEED)
  const word = () => random().toString(36).slice(2)
  const target = on(`/api/v1/getCompressionSignaturesForAccount?hash=${CONSUMED}`)
  for (let round = 0; round < 50; round++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const state = n % 2 ? word() : encodeURIComponent(JSON.stringify([word(), { children: word() }]))
        const odd = ['RSC: 1', `Next-Router-State-Tree: ${state}`, `Next-Router-Segment-Prefetch: /${word()}`]
        if (n % 4 === 0) return get(on(`/help?_rsc=${word()}`), ...odd)
        return n % 2 ? get(target, ...odd, `Next-Url: /${word()}`) : get(`${target}&_rsc=${word()}`, ...odd)
      }),
    )
    for (const { status } of answers) expect([200, 307, 400]).toContain(status)
  }
  expect(upstreamCalls()).toHaveLength(1)
  expect(await loggedSince(logged)).toEqual([])
})

test('a body in a coding that nobody reads is refused, for pages, answers and exports', async () => {
  const before = await logLength()
  const exported = on(`/api/v1/getCompressedAccountsByOwner/export?owner=${OWNER}&format=csv`)
  for (const target of [exported, slotHref, on('/help')]) {
    for (const coding of ['identity', 'gzip', 'chunked, identity', 'x']) {
      expect((await get(target, `transfer-encoding: ${coding}`)).status, `${coding} ${target}`).toBe(400)
    }
  }
  expect(await loggedSince(before)).toEqual([])
})

test('readers who leave early leave no line in the log, and nothing behind', async () => {
  const before = await logLength()
  const exported = on(`/api/v1/getCompressedAccountsByOwner/export?owner=${OWNER}&format=csv`)
  const { hostname, port } = new URL(explorer.url)
  for (let n = 0; n < 60; n++) {
    const target = [exported, on('/help'), on('/latest'), accountsHref][n % 4]
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await new Promise((resolve) => socket.once(n % 3 === 0 ? 'data' : 'connect', resolve))
    if (n % 3 === 1) await new Promise((resolve) => setTimeout(resolve, n % 20))
    socket.resetAndDestroy()
  }
  expect((await get(on('/help'))).status).toBe(200)
  expect(await loggedSince(before)).toEqual([])
})

test('B11 whoever sends its request too slowly is shut out, and others are answered meanwhile', async () => {
  const { hostname, port } = new URL(explorer.url)
  const slow = Array.from({ length: 200 }, () => {
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '))
    const drip = setInterval(() => socket.write('a'), 1_000)
    socket.on('error', () => {})
    return new Promise<void>((resolve) => {
      socket.on('close', () => {
        clearInterval(drip)
        resolve()
      })
      socket.resume()
    })
  })
  await expect.poll(async () => (await get('/healthz')).status).toBe(200)
  await Promise.all(slow)
})

test('B12 whatever is pasted into the search box is recognised or said not to be, and costs no call when it is nothing', async ({
  page,
}) => {
  const nothing = [
    'javascript:alert(1)',
    '<svg onload=alert(1)>',
    'x'.repeat(1_000_000),
    '🦄 emoji',
    '0OIl',
    '\u202Eabc',
  ]
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog opened: ${dialog.message()}`)
  })
  for (const text of nothing) {
    await page.goto(net.at('/help'))
    const box = page
      .getByRole('searchbox', { name: 'Search' })
      .or(page.getByLabel('Search', { exact: true }))
      .first()
    await box.evaluate((input: HTMLInputElement, value) => {
      input.focus()
      document.execCommand('insertText', false, value)
    }, text)
    await box.press('Enter')
    await expect(page).toHaveURL(/\/search/)
    await expect(page.getByText(/not recognised|not something|cannot be/i).first()).toBeVisible()
  }
  expect(upstreamCalls()).toEqual([])
})

test('S02 the build holds no server action, no rewrite and no map of sources for the browser', () => {
  const built = path.join(import.meta.dirname, '../.next')
  const read = (file: string) => JSON.parse(fs.readFileSync(path.join(built, file), 'utf8'))
  const { node, edge } = read('server/server-reference-manifest.json')
  expect({ node, edge }).toEqual({ node: {}, edge: {} })
  expect(read('routes-manifest.json')).toMatchObject({ rewrites: { beforeFiles: [], afterFiles: [], fallback: [] } })
  const served = fs.readdirSync(path.join(built, 'static'), { recursive: true, encoding: 'utf8' })
  expect(served.length).toBeGreaterThan(10)
  expect(served.filter((file) => file.endsWith('.map'))).toEqual([])
})
