import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { post, type Reply } from './post'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const MAX_BYTES = 1_000

/** What comes of asking a server that answers so. */
async function replyOf(answer: RequestListener): Promise<Reply> {
  const server = http.createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = String((server.address() as AddressInfo).port)
  const target = { secure: false, hostname: '127.0.0.1', port, path: '/', headers: {} }
  return post(target, '{}', { deadlineMs: 60_000, maxBytes: MAX_BYTES, freshSocket: true })
}

const plain = (bytes: number): RequestListener => {
  return (_, response) => response.end('x'.repeat(bytes))
}
const packed = (bytes: number): RequestListener => {
  return (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(bytes)))
}

describe('the size of an answer', () => {
  test.each([
    ['plain', plain],
    ['packed', packed],
  ])('%s, may be all that is allowed and not a byte more', async (_, answer) => {
    expect((await replyOf(answer(MAX_BYTES))).bytes).toBe(MAX_BYTES)
    await expect(replyOf(answer(MAX_BYTES + 1))).rejects.toMatchObject({
      failure: { kind: 'network', reason: 'too-large' },
    })
  })
})
