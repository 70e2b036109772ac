import { beforeEach, expect, test } from 'vitest'
import { indexerOfTest } from '@/lib/testing/of-test'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { networkAt } from '@/lib/testing/upstream/networks'
import { ask } from '../listing/ask'
import { askOnce } from './ask'

const OWNER = addressOf('owner')
let indexer: StandIn

beforeEach(async () => {
  indexer = await indexerOfTest({ accounts: makeAccounts(OWNER, 20) })
})

test('of a list one call answers the first rows; the indexer’s own cursor is told nobody, nor taken for a page’s', async () => {
  const network = networkAt(indexer.url)
  const params = { owner: OWNER, limit: 15 }
  const { result, meta } = await askOnce(network, 'getCompressedAccountsByOwner', params)
  expect([result.value.items.length, result.value.cursor, meta.complete]).toEqual([15, null, false])
  expect(indexer.callCount).toBe(1)
  const page = await ask(network, 'getCompressedAccountsByOwner', params)
  expect(page.result.value.items).toEqual(result.value.items)
  expect(page.result.value.cursor).not.toBeNull()
  const all = await askOnce(network, 'getCompressedAccountsByOwner', { owner: OWNER, limit: 50 })
  expect([all.result.value.items.length, all.meta.complete]).toEqual([20, true])
})

test('of a list whose rows are too big for the indexer it answers a quarter of them, and of that one again', async () => {
  Object.assign(indexer.data, { accounts: makeAccounts(OWNER, 1_500), maxAnswerChars: 30_000 })
  const { result, meta } = await askOnce(networkAt(indexer.url), 'getCompressedAccountsByOwner', {
    owner: OWNER,
    limit: 1_000,
  })
  expect([result.value.items.length, meta.complete]).toEqual([62, false])
  indexer.data.maxAnswerChars = 100
  const asked = askOnce(networkAt(indexer.url), 'getCompressedAccountsByOwner', { owner: OWNER, limit: 1_000 })
  await expect(asked).rejects.toMatchObject({ problem: { code: 'too_large' } })
})
