import http, { type RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { requestCounts } from '@/lib/server/listener/request-counts'
import { portOfTest } from '@/lib/testing/of-test'
import { until } from '@/lib/testing/until'
import { createServer } from './listener'
import type { Site } from './security-headers'

const SITE: Site = { dev: false, https: false }

async function ask(
  framework: RequestListener,
  headers: http.OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  const port = await portOfTest(createServer({ site: SITE, host: 'explorer.example', framework }))
  return new Promise((resolve, reject) => {
    const request = http.request({ port, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }))
    })
    request.on('error', reject).end()
  })
}

const page: RequestListener = (_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end('<p>a…b</p>')
}

describe('the id of a request', () => {
  const failing: RequestListener = (_, response) => {
    response.statusCode = 503
    response.end()
  }
  const file: RequestListener = (_, response) => void response.end()
  const idOf = async (...sent: Parameters<typeof ask>) => (await ask(...sent)).headers['x-request-id']

  test('comes back to who sent one, and every answer has one', async () => {
    expect(await idOf(page, { 'x-request-id': 'abcdefgh-1' })).toBe('abcdefgh-1')
    expect(await idOf(failing, { 'x-request-id': 'abcdefgh-2' })).toBe('abcdefgh-2')
    expect(await idOf(file, { 'x-request-id': 'abcdefgh-3' }, 'POST')).toBe('abcdefgh-3')
    expect(await idOf(failing)).toMatch(/^[\w-]{8,64}$/)
    expect(await idOf(failing)).not.toBe(await idOf(failing))
    expect(await idOf(page)).toMatch(/^[\w-]{8,64}$/)
  })

  test.each(['short', 'a'.repeat(65), 'has spaces', 'a\tb-abcdefgh', '"quoted-id"', '<b>-abcdefgh'])(
    'is not taken over from a client that sends %j',
    async (given) => {
      expect(await idOf(page, { 'x-request-id': given })).not.toBe(given)
      expect(await idOf(failing, { 'x-request-id': given })).not.toBe(given)
    },
  )

  test('is the one that is counted and logged', async () => {
    const seen: (string | undefined)[] = []
    requestCounts().onFinished = ({ requestId, isIdGiven }) => void seen.push(`${requestId} ${isIdGiven}`)
    const made = [await idOf(failing), await idOf(page)]
    await idOf(page, { 'x-request-id': 'abcdefgh-1' })
    await until(() => seen.length === 3)
    expect(seen).toEqual([`${made[0]} false`, `${made[1]} false`, 'abcdefgh-1 true'])
  })
})
