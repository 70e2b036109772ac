import { describe, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, signatureOf } from '@/lib/testing/stand-in/fixtures'
import { until } from '@/lib/testing/until'
import { readXml, valuesOf } from '@/lib/testing/upstream/read-xml'

/* features.md a31, a72; reliability.md S10. */

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const HASH = hashOf('an account')

const etagOf = async (path: string) => (await explorer.get(path)).headers.get('etag')

/** The clock is fixed while images are drawn, so that none times out. */
async function drawn(path: string) {
  const response = await explorer.get(path)
  expect(response.headers.get('etag')).not.toBe(await etagOf('/preview/none.png'))
  return response
}

async function withoutAnswer(path: string) {
  const pending = drawn(path)
  await until(() => explorer.indexer.requests.some(({ method }) => method.startsWith('getCompress')))
  await explorer.clock.pass(500)
  return pending
}

describe('preview images', () => {
  test('show what the page shows, from one question to the indexer', async () => {
    explorer.indexer.data.accounts = makeAccounts(OWNER, 120)
    await explorer.get(`getCompressedAccountsByOwner?owner=${OWNER}&limit=50`)
    const response = await drawn(`/preview/owner/${OWNER}.png?limit=50&utm_source=chat`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600')
    expect(Number(response.headers.get('content-length'))).toBeLessThan(60_000)
    expect(explorer.indexer.calls.getCompressedAccountsByOwner).toBe(1)
    const again = await explorer.get(`/preview/owner/${OWNER}.png?limit=50`, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect(await etagOf('/preview/home.png')).not.toBe(response.headers.get('etag'))
  })

  test.each([
    ['markup', '/preview/owner/%3Cscript%3Ealert(1)%3C%2Fscript%3E.png'],
    ['an entity', '/preview/account/%26lt%3B.png'],
    ['a turn of the text', '/preview/delegate/%E2%80%AEabc.png'],
    ['a zero byte', '/preview/owner/%00.png'],
    ['broken encoding', '/preview/owner/%.png'],
    ['a long text', `/preview/owner/${'1'.repeat(5_000)}.png`],
    ['a part too many', `/preview/owner/${OWNER}/${OWNER}.png`],
    ['a foreign cursor', `/preview/owner/${OWNER}.png?cursor=%3Cb%3E`],
    ['a filter that is none', `/preview/owner/${OWNER}.png?filter=0:%3Cb%3E`],
    ['an unknown network', `/preview/owner/${OWNER}.png?cluster=%3Cb%3E`],
    ['two networks', '/preview/home.png?cluster=near&cluster=far'],
    ['a signature that is none', `/preview/tx/${OWNER}.png`],
    ['a word of the language', '/preview/constructor.png'],
    ['another one', `/preview/__proto__/${OWNER}.png`],
  ])('of %s are the static one, byte for byte, and the indexer is not asked', async (_, path) => {
    const response = await explorer.get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe(await etagOf('/preview/none.png'))
    expect(
      explorer.indexer.requests.filter(({ method }) => method !== 'getIndexerHealth' && !/Slot|Latest/.test(method)),
    ).toEqual([])
  })

  test('say no more of an indexer that fails than of one that does not answer', async () => {
    explorer.indexer.fail(FAULTS.unauthorised)
    const failed = (await drawn(`/preview/account/${HASH}.png`)).headers.get('etag')
    await explorer.pointAt(explorer.indexer.url)
    explorer.indexer.fail(FAULTS.hang)
    expect((await withoutAnswer(`/preview/account/${HASH}.png`)).headers.get('etag')).toBe(failed)
  })
})

describe('feeds', () => {
  test('/latest.atom has the latest transactions, with ids for good', async () => {
    explorer.indexer.data.latest = makeSignatures(60)
    const response = await explorer.get('/latest.atom')
    const read = readXml(response.text)
    const ids = valuesOf(read, 'feed/entry/id')
    expect(ids).toHaveLength(50)
    expect(ids[0]).toBe(`tag:localhost,2026:3000/latest/near/${explorer.indexer.data.latest[0]?.signature}`)
    expect(valuesOf(read, 'feed/entry/updated')[0]).toBe('2025-11-20T00:53:20.000Z')
    expect(valuesOf(read, 'feed/updated')).toEqual(['2025-11-20T00:53:20.000Z'])
    expect(
      explorer.indexer.requests.filter(({ method }) => method === 'getLatestCompressionSignatures').length,
    ).toBeLessThan(3)
  })

  test('/account/<hash>.atom tells the creation, later the consumption, and 404 of what is not known', async () => {
    expect(await explorer.get(`/account/${HASH}.atom`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    explorer.clock.skip(10_000)
    const sign = (slot: number, blockTime: number) => ({ signature: signatureOf(`${slot}`), slot, blockTime })
    explorer.indexer.data.signatures[HASH] = [sign(100, 0)]
    const titles = async () => valuesOf(readXml((await explorer.get(`/account/${HASH}.atom`)).text), 'feed/entry/title')
    expect(await titles()).toEqual(['Created in slot 100'])
    explorer.indexer.data.signatures[HASH] = [sign(200, 1_763_600_000), sign(100, 0)]
    explorer.clock.skip(60_000)
    expect(await titles()).toEqual(['Consumed in slot 200', 'Created in slot 100'])
  })

  test('an entry without a block time is not published at a made-up one, and was updated when it was first seen', async () => {
    const seen = new Date(explorer.clock.wall()).toISOString()
    const rows = makeSignatures(3)
    explorer.indexer.data.latest = rows.map((row, i) => (i === 1 ? row : { ...row, blockTime: 0 }))
    const known = '2025-11-20T00:53:20.000Z'
    const feed = async () => {
      const { text } = await explorer.get('/latest.atom')
      expect(text).not.toContain('1970')
      return readXml(text)
    }
    const first = await feed()
    expect(valuesOf(first, 'feed/entry/published')).toHaveLength(1)
    const [published = ''] = valuesOf(first, 'feed/entry/published')
    expect(valuesOf(first, 'feed/entry/updated')).toEqual([seen, published, seen])
    expect(valuesOf(first, 'feed/updated')).toEqual([seen > known ? seen : known])
    explorer.clock.skip(600_000)
    expect(await feed()).toEqual(first)
    explorer.indexer.data.signatures[HASH] = [{ signature: signatureOf('x'), slot: 100, blockTime: 0 }]
    expect((await explorer.get(`/account/${HASH}.atom`)).text).not.toMatch(/1970|<published>/)
  })

  test('/owner/<owner>.atom has the newest accounts and says what it cannot tell', async () => {
    explorer.indexer.data.accounts = makeAccounts(OWNER, 1_500)
    const response = await explorer.get(`/owner/${OWNER}.atom?cluster=near`)
    const read = readXml(response.text)
    expect(valuesOf(read, 'feed/entry/title')[0]).toMatch(/in slot 418,880,999$/)
    expect(valuesOf(read, 'feed/entry/title')).toHaveLength(50)
    expect(valuesOf(read, 'feed/subtitle')[0]).toContain('new ones further down are missing')
    explorer.clock.skip(120_000)
    expect((await explorer.get(`/owner/${OWNER}.atom?cluster=near`)).headers.get('etag')).toBe(
      response.headers.get('etag'),
    )
    explorer.indexer.data.accounts = makeAccounts(OWNER, 3)
    explorer.clock.skip(120_000)
    await explorer.get(`/owner/${OWNER}.atom`)
    explorer.clock.skip(120_000)
    const whole = readXml((await explorer.get(`/owner/${OWNER}.atom`)).text)
    expect(valuesOf(whole, 'feed/subtitle')[0]).toContain('among all its live accounts')
  })

  test('a row whose identifier is none has no entry', async () => {
    const [row] = makeSignatures(1)
    if (!row) throw new Error('fixture')
    explorer.indexer.data.latest = [{ ...row, signature: '</id>\uD800' }, row]
    const read = readXml((await explorer.get('/latest.atom')).text)
    expect(valuesOf(read, 'feed/entry/id')).toHaveLength(1)
  })
})

test('robots and sitemap name the address of the site and no other', async () => {
  const robots = await explorer.get('/robots.txt')
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(robots.text).toContain('Disallow: /*?cursor=\n')
  expect(robots.text).toContain('\nSitemap: http://localhost:3000/sitemap.xml\n')
  const sitemap = readXml((await explorer.get('/sitemap.xml')).text)
  expect(valuesOf(sitemap, 'urlset/url/loc')).toEqual([
    'http://localhost:3000/',
    'http://localhost:3000/latest',
    'http://localhost:3000/status',
    'http://localhost:3000/help',
    'http://localhost:3000/?cluster=far',
    'http://localhost:3000/latest?cluster=far',
    'http://localhost:3000/status?cluster=far',
    ...['using', 'transactions', 'mints', 'proof', 'api-guide', 'glossary'].map(
      (guide) => `http://localhost:3000/help/${guide}`,
    ),
  ])
})
