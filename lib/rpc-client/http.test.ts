import http from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { portOfTest } from '@/lib/testing/of-test'
import { type PostOptions, post, type Reply } from './http'
import { targetOf } from './target'

let server: http.Server
let url: string
let respond: (request: http.IncomingMessage, response: http.ServerResponse) => void
beforeEach(async () => {
  server = http.createServer((request, response) => respond(request, response))
  url = `http://127.0.0.1:${await portOfTest(server)}/some/path?key=1`
})

const { signal } = new AbortController()

const closedOf = ({ socket }: http.IncomingMessage) => new Promise((resolve) => socket.on('close', resolve))

const send = (more: Partial<PostOptions> = {}, body = '{}') =>
  post(targetOf(new URL(url)), body, { maxBytes: 10_000_000, brotli: true, signal, ...more })

async function textOf(more: Partial<PostOptions> = {}, body = '{}'): Promise<Reply & { text: string }> {
  const chunks: Buffer[] = []
  const reply = await send({ ...more, onPart: (part) => void chunks.push(part) }, body)
  return { ...reply, text: Buffer.concat(chunks).toString() }
}

it('posts JSON with its length, to the whole of the URL', async () => {
  respond = async (request, response) => {
    const { method, url, headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(JSON.stringify({ method, url, headers, body }))
  }
  url = url.replace('//', '//key@')
  const { status, text } = await textOf({}, '{"é":1}')
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({
    method: 'POST',
    url: '/some/path?key=1',
    headers: {
      'content-type': 'application/json',
      'content-length': '8',
      authorization: 'Basic a2V5Og==',
    },
    body: '{"é":1}',
  })
})

describe('an answer', () => {
  it.each([
    ['plain', undefined, (text: string) => Buffer.from(text)],
    ['gzip', 'gzip', (text: string) => gzipSync(text)],
    ['brotli', 'br', (text: string) => brotliCompressSync(text)],
  ])('in %s is read whole', async (_, encoding, packed) => {
    const text = 'x€'.repeat(200_000)
    respond = (_, response) => {
      if (encoding) response.setHeader('content-encoding', encoding)
      response.end(packed(text))
    }
    expect(await textOf()).toMatchObject({ text, bytes: Buffer.byteLength(text) })
  })

  it.each(['gzip', 'br'])('that is no %s though it says so fails', async (encoding) => {
    respond = (_, response) => response.setHeader('content-encoding', encoding).end('{"jsonrpc":"2.0"}')
    await expect(send()).rejects.toMatchObject({ reason: 'lost', isAnswering: true })
  })

  it('in brotli is not read where it was not asked for', async () => {
    respond = (_, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync('{}'))
    await expect(send({ brotli: false })).rejects.toMatchObject({ reason: 'encoding' })
  })

  it.each(['', 'gzip'])('that is cut fails (%s)', async (encoding) => {
    respond = (_, response) => {
      const bytes = encoding ? gzipSync('x'.repeat(5_000)) : Buffer.from('x'.repeat(5_000))
      if (encoding) response.setHeader('content-encoding', encoding)
      response.setHeader('content-length', bytes.length)
      response.write(bytes.subarray(0, 20), () => response.destroy())
    }
    await expect(send()).rejects.toMatchObject({ reason: 'lost', isAnswering: true })
  })

  it.each([
    ['plain', (text: string) => Buffer.from(text)],
    ['gzip', (text: string) => gzipSync(text)],
  ])('in %s may be all that is allowed and not a byte more', async (encoding, packed) => {
    const maxBytes = 1_000
    for (const bytes of [maxBytes, maxBytes + 1]) {
      respond = (_, response) => {
        if (encoding === 'gzip') response.setHeader('content-encoding', 'gzip')
        response.end(packed('x'.repeat(bytes)))
      }
      const sent = send({ maxBytes })
      if (bytes === maxBytes) expect(await sent).toMatchObject({ bytes })
      else await expect(sent).rejects.toMatchObject({ reason: 'too large' })
    }
  })

  it('of a redirect is not followed: its URL holds the key', async () => {
    let requests = 0
    respond = (_, response) => {
      requests++
      response.writeHead(307, { location: '/elsewhere' }).end()
    }
    expect((await send()).status).toBe(307)
    expect(requests).toBe(1)
  })
})

describe('the connection', () => {
  it('is kept for the next request', async () => {
    const ports = new Set<number | undefined>()
    respond = (request, response) => {
      ports.add(request.socket.remotePort)
      response.end('{}')
    }
    for (let i = 0; i < 3; i++) await send()
    expect(ports.size).toBe(1)
  })

  it.each(['', 'gzip'])('is closed where an answer is not read to its end (%s)', async (encoding) => {
    let closed: Promise<unknown> | null = null
    respond = (request, response) => {
      closed = closedOf(request)
      if (encoding) response.setHeader('content-encoding', encoding)
      response.write(encoding ? gzipSync('x'.repeat(300_000), { level: 0 }) : 'x'.repeat(300_000))
    }
    const stop = () => {
      throw new Error('enough')
    }
    await expect(send({ onPart: stop })).rejects.toThrow('enough')
    expect(closed).not.toBeNull()
    await closed
  })

  it('is closed after an abort, before and within an answer', async () => {
    for (const begins of [false, true]) {
      const giveUp = new AbortController()
      let closed: Promise<unknown> | null = null
      respond = (request, response) => {
        closed = closedOf(request)
        if (begins) response.write('{')
        else giveUp.abort()
      }
      await expect(send({ signal: giveUp.signal, onHead: () => giveUp.abort() })).rejects.toThrow('aborted')
      expect(closed).not.toBeNull()
      await closed
    }
  })

  it('that is refused says so by its code', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect(send()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
