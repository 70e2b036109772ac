import { beforeEach, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { mixed } from '@/lib/testing/upstream/memcmp-indexer'
import type { Answer } from '../../api/answer'
import type { Whole } from '../../api/whole'
import type { AccountItem } from '../../protocol/rpc/items'
import { parseJson } from '../../protocol/rpc/json'
import type { ExportSummary } from '../export/document'

/* 20,000 accounts each; pages skip rows as Photon's do. */

const OWNER = addressOf('owner of 20,000')
const LIST = 'getCompressedAccountsByOwner'
const explorer = explorerPerTest()

/** @param data of each; null: none */
function accountsWith(data: (i: number) => Uint8Array | null): AccountItem[] {
  return makeAccounts(OWNER, 20_000).map((account, i) => {
    const bytes = data(i)
    const text = bytes && Buffer.from(bytes).toString('base64')
    return { ...account, data: text === null ? null : { discriminator: 2n, data: text, dataHash: account.hash } }
  })
}

beforeEach(() => {
  Object.assign(explorer.indexer.data, { paging: 'defect', slot: 418_890_000 })
})

type WholeAnswer = Answer<typeof LIST> & { meta: { whole: Whole } }

async function get(query: string): Promise<WholeAnswer> {
  const { text } = await explorer.get(`${LIST}?owner=${OWNER}&limit=1000&${query}`)
  return parseJson(text) as unknown as WholeAnswer
}

async function readAll(): Promise<{ hashes: string[]; whole: Whole; complete: boolean | null }> {
  const hashes: string[] = []
  let page = await get('whole=true')
  while (page.meta.whole.state !== 'ended') page = await get('whole=true')
  const { whole, complete } = page.meta
  for (;;) {
    hashes.push(...page.result.value.items.map(({ hash }) => hash))
    const { cursor } = page.result.value
    if (!cursor) return { hashes, whole, complete }
    page = await get(`whole=true&cursor=${cursor}`)
  }
}

test('all 20,000 accounts with data come once, in order and proven, in 256 calls for the part that is split and two more', async () => {
  explorer.indexer.data.accounts = accountsWith((i) => mixed(i, 32))
  const { hashes, whole } = await readAll()
  expect(hashes).toEqual(explorer.indexer.data.accounts.map(({ hash }) => hash))
  expect(whole).toMatchObject({
    parts: { split: 1, unproven: 0, left: 0 },
    claim: { withData: { rows: 20_000, proven: true, fromBytes: 1, shorter: 0 }, withoutData: { rows: 0 } },
  })
  expect(explorer.indexer.callCount).toBe(258)
  expect(whole.calls).toBe(258)
})

test('all 20,000 are exported once where parts have to be split again, in at most 282 calls for each split', async () => {
  // No byte splits well: a tenth of the accounts have the same first two, another tenth the same last two.
  explorer.indexer.data.accounts = accountsWith((i) => {
    const [a = 0, b = 0, c = 0, d = 0] = mixed(i, 4)
    return i % 10 === 1
      ? Uint8Array.of(1, 1, c, d)
      : i % 10 === 2
        ? Uint8Array.of(a, b, 2, 2)
        : Uint8Array.of(a, b, c, d)
  })
  const { text } = await explorer.get(`${LIST}/export?owner=${OWNER}&format=ndjson&whole=true&calls=20000`)
  const lines = text.trimEnd().split('\n')
  const { end } = parseJson(lines.pop() ?? '') as { end: ExportSummary }
  const hashes = lines.slice(1).map((line) => (parseJson(line) as { hash: string }).hash)
  expect(hashes.toSorted()).toEqual(explorer.indexer.data.accounts.map(({ hash }) => hash).toSorted())
  const { split = 0 } = end.whole?.parts ?? {}
  expect(split).toBe(2)
  expect(explorer.indexer.callCount).toBeLessThanOrEqual(split * 256 * 1.1)
  expect(end.whole?.claim).toMatchObject({ withData: { rows: 20_000, proven: true, shorter: 0 } })
})

test('of 20,000 accounts with one of a hundred without data, those with data are proven and the others are not', async () => {
  explorer.indexer.data.accounts = accountsWith((i) => (i % 100 === 50 ? null : mixed(i, 32)))
  const { hashes, whole, complete } = await readAll()
  const { accounts } = explorer.indexer.data
  const wanted = accounts.filter(({ data }, i) => data || i < 1_000)
  expect(hashes).toEqual(wanted.map(({ hash }) => hash))
  expect(complete).toBe(null)
  expect(whole.claim).toMatchObject({
    complete: null,
    withData: { rows: 19_800, proven: true, fromBytes: 1 },
    withoutData: { rows: 10, proven: false },
    sum: { exact: false },
  })
  expect(whole.claim?.sentences.slice(0, 2)).toEqual([
    'Every account with data of at least 1 byte that was live from slot 418,890,000 to slot 418,890,000 is listed once.',
    'Of accounts without data 10 were found; others cannot be excluded.',
  ])
})
