import { describe, expect, test, vi } from 'vitest'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectFault, expectProblem, fill, OWNER } from '@/lib/testing/api/fault-row'
import { askHostile } from '@/lib/testing/api/hostile'
import type { Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { CAP_BYTES } from '@/lib/testing/stand-in/hostile-answers'
import { AnswerScan, type AnswerWork } from '@/lib/upstream/indexer/answer/scan'

const explorer = explorerPerTest()
const UNVERIFIABLE = { status: 502, code: 'schema_mismatch', calls: 1, outcome: 'schema' } as const
const CROSSED = { ...UNVERIFIABLE, outcome: 'integrity' } as const

function items(text: string): Fault {
  const body = `{"jsonrpc":"2.0","id":"test-account","result":{"context":{"slot":1},"value":{"items":[${text}],"cursor":null}}}`
  return { kind: 'reply', status: 200, body }
}

function workDone(): () => AnswerWork[] {
  const ended = vi.spyOn(AnswerScan.prototype, 'end')
  return () => ended.mock.contexts.map((scan) => (scan as AnswerScan).work)
}

test('300 hostile answers: each is answered or becomes its designed problem, within the budget', async () => {
  await askHostile(explorer, 300, 300_000)
})

describe('what once took seconds and gigabytes', () => {
  test.each([300_000, 900_000, CAP_BYTES - 200])(
    '%i bytes of empty rows are counted to the first too many',
    async (bytes) => {
      const work = workDone()
      await expectFault(explorer, items(`${'{},'.repeat(bytes / 3 - 1)}{}`), CROSSED)
      expect(work()[0]).toMatchObject({ rows: 1_000, portions: 0, checked: 0 })
      expect(work()[0]?.bytes).toBeLessThan(3_200)
    },
  )

  test.each([
    ['digits', () => '9'.repeat(CAP_BYTES - 200)],
    ['empty lists in a row', () => `[${'[],'.repeat(CAP_BYTES / 3 - 100)}[]]`],
    ['empty objects in a row', () => `{"a":[${'{},'.repeat(CAP_BYTES / 3 - 100)}{}]}`],
    ['members of a row', () => `{${'"a":0,'.repeat(CAP_BYTES / 6 - 100)}"a":0}`],
  ])('12 MB of %s are refused after some hundred values', async (_, text) => {
    const work = workDone()
    await expectFault(explorer, items(text()), UNVERIFIABLE)
    expect(work()[0]).toMatchObject({ portions: 0, checked: 0 })
    expect(work()[0]?.values).toBeLessThan(400)
    expect(work()[0]?.bytes).toBeLessThan(2_000)
  })

  test('the first wrong row is the last that is checked, and one problem is reported', async () => {
    const work = workDone()
    const rows = [...makeAccounts(OWNER, 250), ...Array.from({ length: 750 }, () => ({}))]
    const response = await expectFault(explorer, items(rows.map((row) => stringifyJson(row)).join(',')), UNVERIFIABLE)
    expect(work()[0]).toMatchObject({ rows: 1_000, portions: 3, checked: 251 })
    expect(response.text.length).toBeLessThan(1_000)
  })
})

describe('what an honest indexer may send', () => {
  test.each([
    [
      'accounts of 8 kB each',
      ACCOUNTS,
      () => makeAccounts(OWNER, 1_000).map((row) => ({ ...row, data: bigData(row.hash) })),
    ],
    [
      'token accounts with members that nobody knows',
      `getCompressedTokenAccountsByDelegate?delegate=${addressOf('delegate')}`,
      () =>
        makeTokenAccounts(addressOf('delegate'), 1_000).map((row) => ({
          ...row,
          more: {
            merkleContext: { treeType: 3, tree: row.account.tree, queue: null },
            proof: Array(32).fill(hashOf('x')),
          },
        })),
    ],
    ['signatures', 'getLatestCompressionSignatures?limit=1000', () => makeSignatures(1_000)],
  ])('1,000 %s are read, 100 at a time', async (_, path, rows) => {
    const work = workDone()
    explorer.indexer.fail(
      items(
        rows()
          .map((row) => stringifyJson(row))
          .join(','),
      ),
    )
    expect((await explorer.get(`${path}`)).status).toBe(200)
    expect(work()[0]).toMatchObject({ rows: 1_000, checked: 1_000 })
    expect(work()[0]?.portions).toBeLessThanOrEqual(12)
  })

  const bigData = (dataHash: string) => ({
    discriminator: 1,
    data: Buffer.alloc(8_000, dataHash).toString('base64'),
    dataHash,
  })
})

describe('text of an answer', () => {
  const LONE = '\\ud800'

  test.each(['hash', 'owner', 'address', 'tree'])('half of a character in %s becomes U+FFFD', async (name) => {
    const [account] = makeAccounts(OWNER, 1)
    const row = stringifyJson({ ...account, [name]: 'LONE' }).replace('LONE', () => `a${LONE}b`)
    explorer.indexer.fail(items(row))
    const response = await explorer.get(ACCOUNTS)
    if (name === 'owner') return expectProblem(response, { status: 502, code: 'schema_mismatch' })
    expect(response.status).toBe(200)
    expect(response.text).toContain(`"${name}":"a\uFFFDb"`)
    expect(response.text).not.toContain(LONE)
  })

  test.each([
    ['hash', 513],
    ['tree', 513],
    ['dataHash', 100_000],
  ])('a %s of %i characters is no identifier', async (name, length) => {
    const [account] = makeAccounts(OWNER, 1)
    const long = (value: string) => value.replace(new RegExp(`"${name}":"[^"]*"`), `"${name}":"${'x'.repeat(length)}"`)
    await expectFault(explorer, items(long(stringifyJson(account))), UNVERIFIABLE)
  })

  test('an identifier of 512 characters is read', async () => {
    fill(explorer)
    const hash = 'x'.repeat(512)
    explorer.indexer.fail(items(stringifyJson({ ...makeAccounts(OWNER, 1)[0], hash })))
    expect((await explorer.get(ACCOUNTS)).text).toContain(`"hash":"${hash}"`)
  })
})
