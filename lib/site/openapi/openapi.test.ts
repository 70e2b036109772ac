import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ROUTES } from '../listener-hooks'

const explorer = explorerPerTest()

test('names every route, is exact, and cached', async () => {
  const { text, headers } = await explorer.get('openapi.json')
  expect(text).toContain('"maximum":18446744073709551615')
  const again = await explorer.get('openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  const named = Object.keys(JSON.parse(text).paths).map((name) => name.replace(/\{(\w+)\}\.atom/, '[$1]/atom'))
  const missing = ROUTES.filter((route) => /^\/api|atom$|badge/.test(route) && !named.includes(route))
  expect(missing).toEqual([
    ...['/owner.atom', '/account.atom', '/wallet.atom', '/api/v1/openapi.json'],
    ...['/api/v1/[method]', '/api/v1/[method]/export', '/api/v1/status/incident'],
  ])
})
