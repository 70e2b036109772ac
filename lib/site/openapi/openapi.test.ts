import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { ROUTES } from '../listener-hooks'
import { apiHelp } from './help'

const explorer = explorerPerTest()

test('names every route, is exact, and cached', async () => {
  const { text, headers } = await explorer.get('openapi.json')
  expect(text).toContain('"maximum":18446744073709551615')
  const again = await explorer.get('openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  for (const path of ['/api/v1', '/api/v1/']) {
    const index = await explorer.get(path)
    expect(index.headers.get('link')).toBe('</api/v1/openapi.json>; rel="service-desc"')
    expect(JSON.parse(index.text).routes.map((route: { path: string }) => route.path)).toEqual(
      Object.keys(JSON.parse(text).paths),
    )
  }
  for (const path of [...Object.keys(JSON.parse(text).paths), '/api/v1/openapi.json'].filter((each) =>
    /^.api/.test(each),
  )) {
    const { status, headers } = await explorer.get(path, { method: 'OPTIONS' })
    expect([status, headers.get('access-control-allow-headers')], path).toEqual([204, 'If-None-Match, X-Request-Id'])
  }
  const named = Object.keys(JSON.parse(text).paths).map((name) => name.replace(/\{(\w+)\}\.atom/, '[$1]/atom'))
  for (const path of [
    `/badge.json?${'x'.repeat(9_000)}`,
    `/api/v1/search?q=${'x'.repeat(20_000)}`,
    '/badge.json?x=1',
  ]) {
    const answer = await explorer.get(path)
    const { responses } = JSON.parse(text).paths[path.replace(/\?.*/, '')].get
    const ref = responses[answer.status]?.$ref?.split('/').at(-1)
    const { content } = ref ? JSON.parse(text).components.responses[ref] : (responses[answer.status] ?? {})
    expect(content, `${answer.status}`).toHaveProperty([answer.headers.get('content-type')?.split(';')[0] ?? ''])
  }
  const missing = ROUTES.filter((route) => /^\/api|atom$|badge/.test(route) && !named.includes(route))
  expect(missing).toEqual([
    ...['/owner.atom', '/account.atom', '/wallet.atom', '/api/v1/openapi.json'],
    ...['/api/v1/[method]', '/api/v1/[method]/export', '/api/v1/status/incident'],
  ])
})

test('names the codes that a failing indexer has while it rests, and requests to copy that lack nothing', async () => {
  const { components } = JSON.parse((await explorer.get('openapi.json')).text)
  expect(components.responses[503].description).toContain('upstream_timeout')
  for (const { request } of apiHelp('far').filter((route) => !route.request.includes('<'))) {
    const { text } = await explorer.get(request.replace(/^curl 'http:\/\/[^/]+|'$/g, ''))
    expect(text, request).not.toMatch(/is missing|must be given/)
  }
})

test('every route refuses another parameter with all of its own', async () => {
  const { paths } = JSON.parse((await explorer.get('openapi.json')).text)
  const signature = '1'.repeat(64)
  const values: Record<string, string> = { signature, signatures: signature, format: 'csv', what: 'slot' }
  for (const path of Object.keys(paths).filter((name) => !/[{]|^.badge/.test(name))) {
    const params: { name: string; required?: boolean }[] = paths[path].get.parameters
    const needed = params.filter(({ required }) => required)
    const given = needed.map(({ name }) => `${name}=${values[name] ?? addressOf('anything')}&`)
    const { text } = await explorer.get(`${path}?${given.join('')}nonsense=1`)
    const [{ name, message }] = JSON.parse(text).invalid
    expect(name).toBe('nonsense')
    expect(message.split('allowed: ')[1].split(', ').sort(), path).toEqual(params.map((each) => each.name).sort())
  }
})

test('integers=string makes every u64 text, from memory too, and is refused where there is none', async () => {
  const owner = addressOf('owner of integers')
  explorer.indexer.data.accounts = makeAccounts(owner, 1).map((row) => ({ ...row, lamports: 2n ** 64n - 1n, seq: 7n }))
  const target = `getCompressedAccountsByOwner?owner=${owner}`
  const rowAt = async (query: string) => JSON.parse((await explorer.get(target + query)).text).result.value.items[0]
  const leafIndex = expect.any(Number)
  for (let i = 0; i < 3; i++) {
    expect(await rowAt('&integers=string')).toMatchObject({ lamports: '18446744073709551615', seq: '7', leafIndex })
    expect(await rowAt('')).toMatchObject({ seq: 7, leafIndex })
  }
  expect(await explorer.get(`${target}&integers=number`)).toMatchObject({ status: 400 })
  const { paths } = JSON.parse((await explorer.get('openapi.json')).text)
  const refusing = Object.keys(paths).filter((path) => !JSON.stringify(paths[path]).includes('"name":"integers"'))
  expect(refusing.length).toBeGreaterThan(10)
  for (const path of refusing.filter((name) => !name.includes('{')))
    expect((await explorer.get(`${path}?integers=string`)).text, path).toContain('parameter')
})
