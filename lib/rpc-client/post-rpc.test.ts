import http, { type RequestListener } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { portOfTest } from '@/lib/testing/of-test'
import { type ExchangeLimits, postRpc, type ReplyWithBody } from './post-rpc'

async function replyOf(answer: RequestListener, more: Partial<ExchangeLimits> = {}): Promise<ReplyWithBody> {
  const port = String(await portOfTest(http.createServer(answer)))
  const target = { secure: false, hostname: '127.0.0.1', port, path: '/', headers: {} }
  return postRpc(target, '{}', { deadlineMs: 60_000, maxBytes: 1_000, freshSocket: true, ...more })
}

const plain = (bytes: number): RequestListener => {
  return (_, response) => response.end('x'.repeat(bytes))
}

test('others have their turn after every 128 KiB of an answer that is inspected, of however many answers', async () => {
  const [answers, bytes] = [16, 4 * 1024 * 1024]
  let [inTurn, most, isOver] = [0, 0, false]
  const inspect = (part: Buffer) => {
    inTurn += part.length
    return true
  }
  const replies = Promise.all(
    Array.from({ length: answers }, () => replyOf(plain(bytes), { maxBytes: bytes, inspect })),
  ).finally(() => {
    isOver = true
  })
  for (; !isOver; inTurn = 0) {
    await setImmediate()
    most = Math.max(most, inTurn)
  }
  expect((await replies).map((reply) => reply.bytes)).toEqual(Array(answers).fill(bytes))
  // One part, of 64 KiB at most, may exceed a portion; the answer whose turn it is has a second one.
  expect(most).toBeLessThanOrEqual((answers + 1) * 192 * 1024)
})
