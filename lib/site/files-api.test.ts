import { describe, expect, test, vi } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'

/* design.md 4.4. */

const explorer = explorerPerTest()

const passCheck = (cluster = 'near') => explorer.get(`/api/v1/status?cluster=${cluster}&samples=0`)

describe('/badge.svg', () => {
  test('shows the verdict and the slot, and so says the JSON that shields.io takes', async () => {
    await passCheck()
    const response = await explorer.get('/badge.svg')
    expect(response.status).toBe(200)
    expect(response.text).toMatch(/^<svg .*>indexer<\/text>.*>ok · [\d,]+<\/text>.*<\/svg>\n$/s)
    expect((await explorer.get('/badge.json')).body).toMatchObject({ message: expect.stringMatching(/^ok · /) })
  })

  test.each([
    ['cluster=nowhere', 'unknown network'],
    ['cluster=near&cluster=far', 'unknown network'],
    ['Cluster=far', 'unknown parameter'],
    ['cluser=far', 'unknown parameter'],
  ])('?%s is a badge that says so, with 400', async (query, words) => {
    const response = await explorer.get(`/badge.svg?${query}`)
    expect(response.status).toBe(400)
    expect(response.text).toContain(`>${words}</text>`)
    expect((await explorer.get(`/badge.json?${query}`)).body).toMatchObject({ message: words, isError: true })
  })
})

describe('/status.atom', () => {
  test('is a feed that says where it is, with a validator', async () => {
    const response = await explorer.get('/status.atom?cluster=far')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(response.text).toContain(
      '<link rel="self" type="application/atom+xml" href="http://localhost:3000/status.atom?cluster=far"/>',
    )
    const again = await explorer.get('/status.atom?cluster=far', {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })
})

test('/owner/<owner>.atom keeps the time that it once told of an entry, however times are reckoned since', async () => {
  const owner = addressOf('owner of a feed')
  const { data } = explorer.indexer
  data.accounts = makeAccounts(owner, 3)
  const times = async () =>
    [...(await explorer.get(`/owner/${owner}.atom`)).text.matchAll(/<published>([^<]*)/g)].join()
  const learn = async (laterBy: number) => {
    explorer.clock.skip(60_000)
    data.latest = makeSignatures(10, data.slot).map((row) => ({ ...row, blockTime: row.blockTime + laterBy }))
    await explorer.get('getLatestCompressionSignatures?limit=10')
    await explorer.landed()
  }
  await learn(0)
  const before = await times()
  expect(before).toMatch(/2025-11-/)
  await learn(7_200)
  expect(await times()).toBe(before)
  data.accounts = makeAccounts(owner, 3, 'another')
  explorer.clock.skip(60_000)
  await times()
  await explorer.landed()
  expect(await times()).not.toBe(before)
})

test('/wallet/<address>.atom has the wallet’s own accounts and the token accounts that name it, newest first, exact', async () => {
  const wallet = addressOf('wallet of a feed')
  const { account: token } = makeTokenRow({ owner: wallet, amount: 2n ** 64n - 1n, slotCreated: 418_880_900 })
  const { account: foreign } = makeTokenRow({ name: 'of another wallet', owner: addressOf('another wallet') })
  const [own] = makeAccounts(wallet, 1)
  explorer.indexer.data.accounts = [...makeAccounts(wallet, 1), token, foreign]
  const { status, text } = await explorer.get(`/wallet/${wallet}.atom`)
  expect(status).toBe(200)
  expect([...text.matchAll(/<category term="([^"]*)"/g)].map(([, term]) => term)).toEqual(['token account', 'account'])
  expect(text).toContain('18,446,744,073,709,551,615 base units of mint')
  expect(text).toContain(`/account/${own?.hash}?owner=${wallet}`)
  expect(text).not.toContain(foreign.hash)
  expect(await explorer.get('/wallet/nothing.atom')).toMatchObject({ status: 400, body: { code: 'invalid_params' } })
})

test('a browser finds the icons, the manifest and the search', async () => {
  const icon = await explorer.get('/favicon.ico')
  expect(icon.headers.get('content-type')).toBe('image/x-icon')
  const manifest = JSON.parse((await explorer.get('/manifest.webmanifest')).text)
  for (const { src, type } of manifest.icons) {
    const { status, headers } = await explorer.get(src)
    expect([status, headers.get('content-type')]).toEqual([200, type])
  }
  const { text } = await explorer.get('/opensearch.xml')
  expect(text).toContain('<Url type="text/html" template="http://localhost:3000/search?q={searchTerms}"/>')
})

test('/.well-known/security.txt names SECURITY_CONTACT for a year at most, and is 404 without', async () => {
  expect((await explorer.get('/.well-known/security.txt')).status).toBe(404)
  vi.stubEnv('SECURITY_CONTACT', 'mailto:security@leafscan.example')
  await explorer.restart()
  const { text } = await explorer.get('/.well-known/security.txt')
  expect(text).toMatch(
    /^Contact: mailto:security@leafscan\.example\nExpires: \S+Z\nPreferred-Languages: en\nCanonical: http:\/\/localhost:3000\/\.well-known\/security\.txt\n$/,
  )
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? []
  expect(Date.parse(expires) - performance.timeOrigin).toBeLessThanOrEqual(366 * 86_400_000)
})

test('/llms.txt leads to the API, to guides, and to tools only where MCP is on', async () => {
  const off = await explorer.get('/llms.txt')
  expect(off.text).toMatch(/^# Leafscan\n\n> /)
  expect(off.text).toContain('](http://localhost:3000/api/v1/openapi.json)')
  expect(off.text).not.toContain('/mcp')
  vi.stubEnv('MCP', 'on')
  await explorer.restart()
  expect((await explorer.get('/llms.txt')).text).toContain('](http://localhost:3000/mcp)')
})

test('none of them waits for an indexer that hangs, nor calls it well', async () => {
  explorer.indexer.fail(FAULTS.hang)
  const response = await Promise.all(['/badge.svg', '/badge.json', '/status.atom'].map((path) => explorer.get(path)))
  expect(response.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(response[0]?.text).toContain('>unknown</text>')
})
