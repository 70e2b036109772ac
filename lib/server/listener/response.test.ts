import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { requestCounts } from '@/lib/server/listener/request-counts'
import { until } from '@/lib/testing/until'
import { createServer } from './listener'
import type { Site } from './security-headers'

const SITE: Site = { dev: false, https: false, sheets: new Map() }

/** As the framework writes scripts: a page that has some is rewritten. */
const SCRIPT = '<script src="/a.js" async=""></script>'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** What our server answers; the framework's part is `framework`. */
async function ask(
  framework: RequestListener,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  const server = createServer({ site: SITE, host: 'explorer.example', framework })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const request = http.request({ port, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }))
    })
    request.on('error', reject).end()
  })
}

/** As the framework does: headers first, then pieces that end anywhere, even inside of a letter. */
const page: RequestListener = (_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('link', '</a.css>; rel=preload; as="style"')
  response.flushHeaders()
  const html = Buffer.from(`<head></head><body><p>a…b${SCRIPT}</body>`)
  const cut = html.indexOf('…') + 1
  const [before, after] = [html.subarray(0, cut), html.subarray(cut)]
  response.write(before, () => response.end(after))
}

describe('a page', () => {
  test.each([
    [undefined, undefined, (body: Buffer) => body],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('for a reader that accepts %s comes rewritten as a whole in %s', async (accepted, coding, unpack) => {
    const { headers, body } = await ask(page, accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(coding)
    expect(headers.link).toBeUndefined()
    expect(headers['content-length']).toBe(String(body.length))
    expect(unpack(body).toString()).toContain('<p>a…b')
    expect(unpack(body).toString()).not.toContain(SCRIPT)
  })

  test('is handed over by the framework as text, whatever the reader accepts', async () => {
    let seen: unknown = 'nothing'
    await ask(
      (request, response) => {
        seen = request.headers['accept-encoding']
        page(request, response)
      },
      { 'accept-encoding': 'br' },
    )
    expect(seen).toBeUndefined()
  })

  test('has headers and no content for HEAD', async () => {
    const head: RequestListener = (_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end()
    }
    const { headers, body } = await ask(head, { 'accept-encoding': 'br' }, 'HEAD')
    expect(headers['content-type']).toBe('text/html')
    expect(body).toHaveLength(0)
  })
})

test('a navigation inside the page is packed by the framework', async () => {
  const navigation: RequestListener = (request, response) => {
    response.setHeader('content-type', 'text/x-component')
    response.write('accepts ')
    response.end(request.headers['accept-encoding'])
  }
  const { headers, body } = await ask(navigation, { rsc: '1', 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBeUndefined()
  expect(body.toString()).toBe('accepts gzip')
})

test('what is no page, or is packed already, passes as it is', async () => {
  const text: RequestListener = (_, response) => {
    response.setHeader('content-type', 'text/plain')
    response.end('text')
  }
  const plain = await ask(text, { 'accept-encoding': 'gzip' })
  expect(plain.body.toString()).toBe('text')
  expect(plain.headers['content-length']).toBe('4')
  const packed: RequestListener = (_, response) => {
    response.setHeader('content-encoding', 'odd')
    response.setHeader('content-type', 'text/html')
    response.end('bytes')
  }
  expect((await ask(packed)).body.toString()).toBe('bytes')
})

describe('the id of a request', () => {
  const failing: RequestListener = (_, response) => {
    response.statusCode = 503
    response.end()
  }
  const file: RequestListener = (_, response) => void response.end()
  const idOf = async (...sent: Parameters<typeof ask>) => (await ask(...sent)).headers['x-request-id']

  test('comes back to who sent one, and everything that failed has one', async () => {
    expect(await idOf(page, { 'x-request-id': 'abcdefgh-1' })).toBe('abcdefgh-1')
    expect(await idOf(failing, { 'x-request-id': 'abcdefgh-2' })).toBe('abcdefgh-2')
    expect(await idOf(file, { 'x-request-id': 'abcdefgh-3' }, 'POST')).toBe('abcdefgh-3')
    expect(await idOf(failing)).toMatch(/^[\w-]{8,64}$/)
    expect(await idOf(failing)).not.toBe(await idOf(failing))
    expect(await idOf(page)).toBeUndefined()
  })

  test.each(['short', 'a'.repeat(65), 'has spaces', 'a\tb-abcdefgh', '"quoted-id"', '<b>-abcdefgh'])(
    'is not taken over from a client that sends %j',
    async (given) => {
      expect(await idOf(page, { 'x-request-id': given })).toBeUndefined()
      expect(await idOf(failing, { 'x-request-id': given })).not.toBe(given)
    },
  )

  test('is the one that is counted and logged', async () => {
    const seen: (string | undefined)[] = []
    requestCounts().onFinished = ({ requestId, isIdGiven }) => void seen.push(`${requestId} ${isIdGiven}`)
    const made = await idOf(failing)
    await idOf(page, { 'x-request-id': 'abcdefgh-1' })
    await idOf(page)
    await until(() => seen.length === 3)
    expect(seen).toEqual([`${made} false`, 'abcdefgh-1 true', 'undefined false'])
  })
})
