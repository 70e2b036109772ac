import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { portOfTest } from '@/lib/testing/of-test'
import { createServer } from './listener'
import type { Site } from './security-headers'

const SITE: Site = { dev: false, https: false }

async function headersOf(framework: RequestListener, target = '/', site = SITE) {
  const port = await portOfTest(createServer({ site, host: 'explorer.example', framework }))
  return (await fetch(`http://127.0.0.1:${port}${target}`)).headers
}

const answer =
  (headers: Record<string, string>): RequestListener =>
  (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end('x')
  }

test('an answer may load nothing, unless it says otherwise', async () => {
  expect((await headersOf(answer({}))).get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  )
  const own = { 'content-security-policy': "default-src 'self'" }
  expect((await headersOf(answer(own))).get('content-security-policy')).toBe("default-src 'self'")
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

  test('for machines may be read from anywhere', async () => {
    for (const target of ['/api/v1/status', '/badge.svg', '/latest.atom', '/preview/latest']) {
      const headers = await headersOf(answer({}), target)
      expect(headers.get('access-control-allow-origin'), target).toBe('*')
      expect(headers.get('cross-origin-resource-policy'), target).toBe('cross-origin')
    }
    expect((await headersOf(answer({}))).has('access-control-allow-origin')).toBe(false)
  })
})
