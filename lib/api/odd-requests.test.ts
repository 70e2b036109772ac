import { describe, expect, test } from 'vitest'
import { askAnything } from '@/lib/testing/api/any-query'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, hashOf, makeAccounts, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'

/* facts/reliability.md (c) B01 to B12, (e) S14, S16, S17. What is not HTTP: e2e/guard.slow.spec.ts. */

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const HASH = hashOf('account')
const ACCOUNTS = `getCompressedAccountsByOwner?owner=${OWNER}`

async function expectRefused(path: string, name: string): Promise<void> {
  const calls = explorer.indexer.callCount
  const { status, headers, body, text } = await explorer.get(path)
  expect(status, path.slice(0, 200)).toBe(400)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({ status: 400, code: 'invalid_params', retryable: false })
  expect(text).toContain(`"name":${JSON.stringify(name)}`)
  expect(explorer.indexer.callCount).toBe(calls)
}

const BAD_KEYS: [what: string, value: string][] = [
  ['nothing', ''],
  ['31 bytes', '1'.repeat(31)],
  ['33 bytes', '1'.repeat(33)],
  ['characters outside of the alphabet', `0OIl${OWNER.slice(4)}`],
  ['45 characters', `${OWNER}1`.padEnd(45, '1')],
  ['lower case', OWNER.toLowerCase()],
  ['a Cyrillic look-alike', `\u0430${OWNER.slice(1)}`],
  ['a leading space', ` ${OWNER}`],
  ['a trailing space', `${OWNER} `],
  ['a line end', `${OWNER}\n`],
  ['a NUL', `${OWNER}\0`],
  ['full-width digits', OWNER.replace(/\d/, '\uFF11')],
]

describe('B01 a key that is', () => {
  test.each(BAD_KEYS)('B01 %s: 400, no call', async (_, value) => {
    const text = encodeURIComponent(value)
    await expectRefused(`getCompressedAccountsByOwner?owner=${text}`, 'owner')
    await expectRefused(`getCompressedTokenAccountsByDelegate?delegate=${text}`, 'delegate')
    await expectRefused(`getCompressedTokenAccountsByDelegate?delegate=${OWNER}&mint=${text}`, 'mint')
    await expectRefused(`getCompressionSignaturesForAccount?hash=${text}`, 'hash')
  })

  test('B01 encoded badly: 400, no call', async () => {
    for (const value of ['%zz', '%', '%ff', '%00', `${OWNER}%`]) {
      await expectRefused(`getCompressedAccountsByOwner?owner=${value}`, 'owner')
    }
  })
})

test.each(['0', '-1', '1000000000', '1.5', '1e3', 'NaN', '1001', '', ' 50', '0x32', '50&limit=50'])(
  'B02 limit=%s: 400, no call',
  async (value) => {
    await expectRefused(`${ACCOUNTS}&limit=${value}`, 'limit')
    await expectRefused(`getCompressedTokenAccountsByDelegate?delegate=${OWNER}&limit=${value}`, 'limit')
    await expectRefused(`getLatestCompressionSignatures?limit=${value}`, 'limit')
  },
)

test('B03 a cursor of 8 kB, of another length, damaged, or of another operation: 400, no call', async () => {
  explorer.indexer.data.accounts = makeAccounts(OWNER, 60)
  explorer.indexer.data.tokenAccounts = makeTokenAccounts(OWNER, 60)
  const cursorOf = async (path: string) => {
    const { body } = await explorer.get(path)
    const { result } = body as { result: { value: { cursor: string } } }
    return result.value.cursor
  }
  const own = await cursorOf(`${ACCOUNTS}&limit=10`)
  const other = await cursorOf(`getCompressedTokenAccountsByDelegate?delegate=${OWNER}&limit=10`)
  expect((await explorer.get(`${ACCOUNTS}&limit=10&cursor=${own}`)).status).toBe(200)
  const middle = own.length >> 1
  const damaged = own.slice(0, middle) + (own[middle] === 'A' ? 'B' : 'A') + own.slice(middle + 1)
  for (const cursor of ['a'.repeat(8_000), HASH, `${own}A`, own.slice(0, -1), damaged, other, '', '%00']) {
    await expectRefused(`${ACCOUNTS}&limit=10&cursor=${cursor}`, 'cursor')
  }
  await expectRefused(`getCompressedTokenAccountsByDelegate?delegate=${OWNER}&limit=10&cursor=${own}`, 'cursor')
  await expectRefused(`getCompressedAccountsByOwner?owner=${addressOf('else')}&limit=10&cursor=${own}`, 'cursor')
  await expectRefused(`getLatestCompressionSignatures?cursor=${own}`, 'cursor')
})

const filter = (offset: unknown, bytes: unknown) => ({ memcmp: { offset, bytes } })
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

test.each<[what: string, name: string, value: string]>([
  ['6 filters', 'filters', json(Array.from({ length: 6 }, () => filter(0, '2')))],
  ['a filter of 4 kB', 'filters', json([filter(0, '2'.repeat(4_096))])],
  ['an offset of 2^53', 'filters', '[{"memcmp":{"offset":9007199254740992,"bytes":"2"}}]'],
  ['an offset below zero', 'filters', json([filter(-1, '2')])],
  ['a filter without bytes', 'filters', json([{ memcmp: { offset: 0 } }])],
  ['a filter that is none', 'filters', '[null]'],
  ['filters that are no list', 'filters', '{}'],
  ['filters 10,000 levels deep', 'filters', '['.repeat(2_000)],
  ['a prototype', 'filters', '[{"__proto__":{"memcmp":{"offset":0,"bytes":"2"}}}]'],
  ['a slice from below zero', 'dataSlice', json({ offset: -1, length: 4 })],
  ['a slice of nothing told', 'dataSlice', json({ offset: 0 })],
  ['a slice of 2^53', 'dataSlice', '{"offset":0,"length":9007199254740992}'],
])('B04 %s: 400, no call', async (_, name, value) => {
  await expectRefused(`${ACCOUNTS}&${name}=${value}`, name)
})

test('B05 a thousand unknown parameters: 400 each, no call', async () => {
  for (let n = 0; n < 1_000; n++) expect((await explorer.get(`getIndexerSlot?x${n}=${n}`)).status).toBe(400)
  expect(explorer.indexer.callCount).toBe(0)
})

test('S16 any of 500 queries is answered or refused, never a fault of ours, and a refused one costs no call', async () => {
  await askAnything(explorer, 500)
})

test('S14 whatever is asked or sent along, the log has whole lines of JSON below 2 kB without a control character', async () => {
  const nasty = '\r\n{"level":"error"}\u001B[31m\u202E\u2028'
  explorer.indexer.fail({ kind: 'result', result: { [nasty]: nasty, context: { [nasty]: nasty } } })
  await explorer.get(`getIndexerSlot?${encodeURIComponent(nasty)}=${encodeURIComponent(nasty)}`)
  await explorer.get(`${encodeURIComponent(nasty)}?x=1`)
  await explorer.get('getIndexerSlot', { headers: { 'x-request-id': 'a"b,c:{}', 'user-agent': '%{jndi:ldap://x}' } })
  await explorer.get(ACCOUNTS)
  explorer.indexer.fail({ kind: 'error', code: -32000, message: nasty.repeat(500) })
  await explorer.get(`${ACCOUNTS}&limit=25`)
  explorer.indexer.fail({ kind: 'reply', status: 500, body: nasty.repeat(500) })
  await explorer.get(`${ACCOUNTS}&limit=100`)
  expect(explorer.log.length).toBeGreaterThanOrEqual(3)
  for (const line of explorer.log) {
    expect(line.endsWith('\n')).toBe(true)
    expect(line.length).toBeLessThan(2_048)
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(() => JSON.parse(line)).not.toThrow()
    expect(line).not.toMatch(/jndi|\[31m/)
  }
})

// Anything worse than quadratic in their length exceeds the test's timeout.
test('S17 the costliest requests that an address can hold are read', async () => {
  const filters = json(Array.from({ length: 5 }, (_, n) => filter(n, '5'.repeat(340))))
  const costly = [
    `${ACCOUNTS}&filters=${filters}&cursor=${'A'.repeat(4_000)}`,
    `${ACCOUNTS}&filters=${json([filter(0, '5'.repeat(7_000))])}`,
    `${ACCOUNTS}&filters=${'['.repeat(7_000)}`,
    `getCompressedAccountsByOwner?owner=${'5'.repeat(8_000)}`,
    `getIndexerSlot?${'a=1&'.repeat(1_900)}`,
    `getIndexerSlot?${Array.from({ length: 1_500 }, (_, n) => `x${n}`).join('&')}`,
    `${'%41'.repeat(2_600)}?x`,
  ]
  for (const path of costly) expect([400, 404], path.slice(0, 100)).toContain((await explorer.get(path)).status)
})
