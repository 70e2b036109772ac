import { TOKEN_PROGRAM } from '@/lib/urls/links'
import { expect, test } from './test'

const OWNER = `/owner/${TOKEN_PROGRAM}`

/** Malformed URLs of pages, with what their page must name. */
const PAGES: [path: string, names: RegExp][] = [
  ['/owner/short', /owner\s+must be an address/],
  ['/owner/0OIl', /base58 alphabet/],
  [`/delegate/${'1'.repeat(45)}`, /at most 44/],
  ['/account/abc', /hash\s+must be a hash/],
  ['/tx/abc', /signature\s+must be a transaction signature/],
  [`${OWNER}?limit=7`, /limit\s+must be one of 10, 25, 50, 100, 250, 1000/],
  [`${OWNER}?limit=1e3`, /limit/],
  [`${OWNER}?limit=10&limit=25`, /limit\s+must be given once/],
  [`${OWNER}?cursor=nonsense`, /cursor\s+must be the cursor of an earlier answer/],
  [`${OWNER}?filter=abc`, /filter\s+must be <offset>:<base58>/],
  [`${OWNER}?filter=-1:abc`, /filter/],
  [`${OWNER}?${Array.from({ length: 6 }, () => 'filter=0:a').join('&')}`, /at most 5/],
  [`${OWNER}?slice=0:0`, /slice\s+must be <offset>:<length>/],
  ['/latest?cursor=zz', /cursor/],
  ['/latest?cluster=nowhere', /cluster\s+must be one of sandbox/],
  [`/delegate/${TOKEN_PROGRAM}?mint=xyz`, /mint\s+must be an address/],
]

for (const [path, names] of PAGES) {
  test(`a page names what is wrong in ${path}`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(400)
    const alert = page.getByRole('alert').filter({ hasText: 'This link cannot be read' })
    await expect(alert).toContainText(names)
    await expect(page.getByRole('link', { name: /^Indexer/ })).toBeVisible()
  })
}

test('a malformed link is explained without JavaScript too', async ({ request }) => {
  const html = await (await request.get(`${OWNER}?limit=7`)).text()
  expect(html).toContain('10, 25, 50, 100, 250, 1000')
})

/** Malformed API requests, with the parameter that the answer must name. */
const API: [query: string, name: string][] = [
  ['getCompressedAccountsByOwner', 'owner'],
  ['getCompressedAccountsByOwner?owner=abc', 'owner'],
  [`getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&limit=0`, 'limit'],
  [`getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&limit=1001`, 'limit'],
  [`getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&limit=1.5`, 'limit'],
  [`getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&limit=50&limit=50`, 'limit'],
  [`getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&what=1`, 'what'],
  [`getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&filters=[{}]`, 'filters'],
  [`getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&dataSlice={"offset":-1,"length":4}`, 'dataSlice'],
  [`getCompressedAccountsByOwner?owner=${TOKEN_PROGRAM}&cursor=abc`, 'cursor'],
  ['getCompressionSignaturesForAccount?hash=abc', 'hash'],
  ['getLatestCompressionSignatures?cluster=nowhere', 'cluster'],
]

for (const [query, name] of API) {
  test(`the API names ${name} in ${query}`, async ({ request }) => {
    const response = await request.get(`/api/v1/${query}`)
    expect(response.status()).toBe(400)
    expect(response.headers()['content-type']).toContain('application/problem+json')
    const problem = await response.json()
    expect(problem).toMatchObject({ code: 'invalid_params', retryable: false })
    expect(problem.invalid.map((each: { name: string }) => each.name)).toContain(name)
  })
}

test('an unknown operation is a 404 that lists the operations', async ({ request }) => {
  const response = await request.get('/api/v1/getEverything')
  expect(response.status()).toBe(404)
  expect(await response.text()).toContain('getIndexerSlot')
})

test('old and foreign addresses lead to ours for good', async ({ request, baseURL }) => {
  const signature = '5'.repeat(87)
  const moved: [from: string, to: string][] = [
    ['/accounts/abc', '/account/abc'],
    ['/txs', '/latest'],
    ['/latest?network=sandbox', '/latest?cluster=sandbox'],
    [`/account/${signature}`, `/tx/${signature}`],
  ]
  for (const [from, to] of moved) {
    const response = await request.get(from, { maxRedirects: 0 })
    expect(response.status(), from).toBe(308)
    expect(new URL(response.headers().location ?? '', baseURL).href).toBe(new URL(to, baseURL).href)
  }
})
