import type http from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createServer } from './listener'
import { CLOSED_POLICY, newNonce, type Site } from './security-headers'

const SITE: Site = {
  dev: false,
  https: false,
  sheets: new Map([['/a.css', { text: 'a', hash: 'sha256-abc=', fonts: [] }]]),
}

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Headers of the answer to a request for `target`, as it leaves when the framework writes it. */
async function headersOf(framework: RequestListener, target = '/', site = SITE) {
  const server = createServer({ site, host: 'explorer.example', framework })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`)
  return headers
}

/** An address that no page has. */
const FILE = '/icon.svg'

const answer =
  (headers: Record<string, string>): RequestListener =>
  (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end('x')
  }

const HTML = { 'content-type': 'text/html; charset=utf-8' }

describe('the policy of an answer', () => {
  test('of a page lets its own scripts run by their nonce, and sheets of the build by their digest', async () => {
    const policy = (await headersOf(answer(HTML))).get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}' 'strict-dynamic';/)
    expect(policy).toContain("style-src 'self' 'sha256-abc=';")
    expect(policy).not.toContain('unsafe')
  })

  test.each([
    ['data', answer({ 'content-type': 'application/json' }), '/'],
    ['an answer that says nothing of itself', answer({}), '/'],
    ['HTML that is no page', answer(HTML), FILE],
  ])('of %s allows nothing', async (_, framework, target) => {
    expect((await headersOf(framework, target)).get('content-security-policy')).toBe(CLOSED_POLICY)
  })

  test('stays where the answer says one itself', async () => {
    const own = { ...HTML, 'content-security-policy': "default-src 'self'" }
    expect((await headersOf(answer(own))).get('content-security-policy')).toBe("default-src 'self'")
  })

  test('has a nonce that is new each time', () => {
    expect(new Set(Array.from({ length: 100 }, newNonce)).size).toBe(100)
  })
})

describe('every answer', () => {
  test('says that it may be read as nothing else, and framed by nobody', async () => {
    const headers = await headersOf(answer({}))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('keeps what it says itself, be it headers of writeHead', async () => {
    const headers = await headersOf((_, response) => {
      response.setHeader('cross-origin-resource-policy', 'cross-origin')
      response.writeHead(200, { 'content-type': 'image/png' }).end()
    })
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('binds browsers to https for a year where the site is https, and nowhere else', async () => {
    expect((await headersOf(answer({}))).has('strict-transport-security')).toBe(false)
    const headers = await headersOf(answer({}), '/', { ...SITE, https: true })
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test('says nothing of what the framework has prepared', async () => {
    const headers = await headersOf(answer({ ...HTML, 'x-nextjs-cache': 'HIT', 'x-nextjs-prerender': '1' }))
    expect([...headers.keys()].filter((name) => name.startsWith('x-nextjs'))).toEqual([])
  })

  test('that is no page does not vary with navigations, which would split a cache by readers', async () => {
    const vary = 'RSC, Next-Router-State-Tree, Accept-Encoding'
    expect((await headersOf(answer({ vary }), FILE)).get('vary')).toBe('Accept-Encoding')
    expect((await headersOf(answer({ vary: 'RSC' }), FILE)).has('vary')).toBe(false)
    expect((await headersOf(answer({ ...HTML, vary }))).get('vary')).toBe(vary)
  })
})
