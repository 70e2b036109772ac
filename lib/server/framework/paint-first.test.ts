import http, { type RequestListener } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { portOfTest } from '@/lib/testing/of-test'
import { paintFirst, withScriptsLast } from './paint-first'

// As Next.js 16.4 and React 19.3 write them.
const PAGE =
  '<!DOCTYPE html><html><head><link rel="preload" as="script" fetchPriority="low" nonce="n" href="/boot.js"/>' +
  '<script src="/one.js" async="" nonce="n"></script><script src="/old.js" noModule="" nonce="n"></script></head>' +
  '<body><p>a…b</p><script nonce="n" id="_R_">start()</script><script src="/boot.js" nonce="n" async=""></script></body></html>'

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

async function ask(
  framework: RequestListener,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<Answer> {
  const server = http.createServer((request, response) => {
    paintFirst(request, response)
    framework(request, response)
  })
  const port = await portOfTest(server)
  return new Promise((resolve, reject) => {
    const request = http.request({ port, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      const { statusCode: status = 0, headers } = answer
      answer.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }))
    })
    request.on('error', reject).end()
  })
}

/** As Next.js does: headers first, then chunks that may split a character. */
const page: RequestListener = (_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.statusCode = 404
  response.flushHeaders()
  const html = Buffer.from(PAGE)
  const cut = html.indexOf('…') + 1
  response.write(html.subarray(0, cut))
  response.end(html.subarray(cut))
}

describe('a page', () => {
  test('names its scripts once, in their order, where the last one was, and keeps the others', () => {
    const html = withScriptsLast(PAGE)
    expect(html).toMatch(/<p>a…b<\/p><script nonce="n" id="_R_">start\(\)<\/script><script nonce="n">\(function /)
    expect(html).toContain(')(["/one.js","/boot.js"])</script>')
    expect(html).toContain('<script src="/old.js" noModule="" nonce="n"></script>')
    expect(html).not.toMatch(/rel="preload"|async=""/)
  })

  test('without scripts stays as it is', () => {
    const html = '<body><p>async=""</p></body>'
    expect(withScriptsLast(html)).toBe(html)
  })

  test.each([
    ['gzip, deflate, br', 'gzip', gunzipSync],
    ['gzip;q=0, br', undefined, (body: Buffer) => body],
  ])('for a reader that accepts %s comes whole in %s', async (accepted, coding, unpack) => {
    const { status, headers, body } = await ask(page, { 'accept-encoding': accepted })
    expect(status).toBe(404)
    expect(headers['content-encoding']).toBe(coding)
    expect(headers['content-length']).toBe(String(body.length))
    expect(unpack(body).toString()).toBe(withScriptsLast(PAGE))
  })

  test('has headers and no content for HEAD', async () => {
    const head: RequestListener = (_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end()
    }
    const { headers, body } = await ask(head, { 'accept-encoding': 'gzip' }, 'HEAD')
    expect(headers['content-type']).toBe('text/html')
    expect(body).toHaveLength(0)
  })
})

test('what is no HTML passes as it is', async () => {
  const text: RequestListener = (_, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' })
    response.write('one ')
    response.end('two')
  }
  expect(await ask(text)).toMatchObject({ status: 500, body: Buffer.from('one two') })
})
