import { beforeEach, expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { mixed } from '@/lib/testing/upstream/memcmp-indexer'
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
