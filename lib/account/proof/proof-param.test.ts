import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AccountItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { trueAccount, trueTokenAccount } from '@/lib/testing/true-rows'
import { bundleServer } from '@/scripts/bundle.mjs'
import { proofs } from './proofs'

const explorer = explorerPerTest()
const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')
const OF_OWNER = `getCompressedAccountsByOwner?owner=${OWNER}&limit=10`

beforeAll(async () => void (await bundleServer()))

beforeEach(() => {
  const { data } = explorer.indexer
  data.accounts = makeAccounts(OWNER, 3)
    .map(trueAccount)
    .map((row, i) => (i === 1 ? { ...row, lamports: row.lamports + 1n } : row))
  data.tokenAccounts = makeTokenAccounts(DELEGATE, 2).map(trueTokenAccount)
})

afterEach(() => proofs.existing()?.close())

const matches = { result: 'matches', reason: 'content' }
const differs = { result: 'differs', reason: 'account' }

async function rowsOf<Row extends AccountItem | TokenAccountItem>(path: string) {
  const { status, body } = await explorer.get(path)
  expect(status).toBe(200)
  return (body as unknown as { result: { value: { items: Row[] } } }).result.value.items
}

test('proof=true has each account’s proof beside its fields, and nothing else changes', async () => {
  const plain = await rowsOf<AccountItem>(OF_OWNER)
  const proven = await rowsOf<AccountItem>(`${OF_OWNER}&proof=true`)
  expect(proven).toEqual(plain.map((row, i) => ({ ...row, proof: i === 1 ? differs : matches })))
  expect(await rowsOf(`${OF_OWNER}&proof=false`)).toEqual(plain)
  expect(explorer.indexer.calls.getCompressedAccountsByOwner).toBe(1)
  const tokens = await rowsOf<TokenAccountItem>(
    `getCompressedTokenAccountsByDelegate?delegate=${DELEGATE}&limit=10&proof=true`,
  )
  expect(tokens.map(({ account }) => account)).toMatchObject([{ proof: matches }, { proof: matches }])
})

test('an old copy says with proof=true how old it is', async () => {
  await rowsOf(OF_OWNER)
  explorer.indexer.fail(FAULTS.serverError)
  explorer.clock.skip(45_000)
  await explorer.get('getIndexerSlot')
  const { headers } = await explorer.get(`${OF_OWNER}&proof=true`)
  expect(headers.get('age')).toBe('45')
  expect(headers.get('cache-status')).toMatch(/^leafscan; hit; ttl=-4[1-3]; detail=upstream_error$/)
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1')
})

test('of a slice, the bytes are not judged', async () => {
  const [first, , third] = await rowsOf(`${OF_OWNER}&proof=true&dataSlice={"offset":0,"length":1}`)
  expect([first, third]).toMatchObject([{ proof: { result: 'cannot_tell', reason: 'slice' } }, { proof: matches }])
})

test('proof is refused where no row has a hash of its content, and where it is no truth value', async () => {
  for (const path of [
    'getLatestCompressionSignatures?proof=true',
    'getIndexerSlot?proof=true',
    `${OF_OWNER}&proof=1`,
  ]) {
    const { status, body } = await explorer.get(path)
    expect([status, body?.code]).toEqual([400, 'invalid_params'])
    expect(JSON.stringify(body)).toContain('proof')
  }
})

test('a file with proof=true has a column and the counts at its end', async () => {
  const path = `getCompressedAccountsByOwner/export?owner=${OWNER}&proof=true&format=`
  const csv = (await explorer.get(`${path}csv`)).text.split('\r\n')
  const rows = csv.filter((line) => line !== '' && !line.startsWith('#'))
  expect(rows.map((line) => line.split(',').at(-1))).toEqual([
    'proof',
    'matches content',
    'differs account',
    'matches content',
  ])
  expect(csv).toContain('# proof: 2 match their hashes - 1 differ - 0 cannot tell')
  const ndjson = (await explorer.get(`${path}ndjson`)).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(ndjson).toMatchObject([
    { export: { proof: true } },
    { proof: matches },
    { proof: differs },
    { proof: matches },
    { end: { rows: 3, proofs: { matches: 2, differs: 1, cannot_tell: 0 } } },
  ])
  const plain = (await explorer.get(`${path.replace('&proof=true', '')}csv`)).text
  expect(plain).not.toContain('proof')
})
