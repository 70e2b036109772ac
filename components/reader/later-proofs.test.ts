import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proofOf, type RowProof, withProof } from '@/lib/account/proof/contract'
import { rpcQuery } from '@/lib/api/query'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { listAnswer } from '@/lib/testing/list-answer'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { fetchMissingProofs } from './later-proofs'

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const ROWS = makeAccounts(OWNER, 3)
const MATCHES: RowProof = { result: 'matches', reason: 'content' }
const proven = (rows: readonly AccountItem[]) => rows.map((row) => withProof(row, MATCHES))
const { queryKey } = rpcQuery('getCompressedAccountsByOwner', { owner: OWNER }, 'near')

let client: QueryClient
let end = () => {}
let requests: string[]
let served: readonly AccountItem[]

beforeEach(() => {
  client = new QueryClient()
  requests = []
  served = proven(ROWS)
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return new Response(stringifyJson(listAnswer(served)))
  })
})
afterEach(() => {
  end()
  client.clear()
})

const begin = () => {
  end = fetchMissingProofs(client)
}
const show = (rows: readonly AccountItem[]) => client.setQueryData(queryKey, listAnswer(rows))
const proofs = () => client.getQueryData(queryKey)?.result.value.items.map(proofOf)
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('a newer answer keeps the proofs of rows that are the same, at once and without a request', async () => {
  show(proven(ROWS))
  begin()
  show(ROWS)
  expect(proofs()).toEqual([MATCHES, MATCHES, MATCHES])
  await settled()
  expect(requests).toEqual([])
})

test('a row with other fields keeps none, and takes none that was made for others', async () => {
  show(proven(ROWS))
  begin()
  show(ROWS.map((row, i) => (i === 1 ? { ...row, lamports: 7n } : row)))
  expect(proofs()).toEqual([MATCHES, undefined, MATCHES])
  await vi.waitUntil(() => requests.length > 0)
  await settled()
  expect(proofs()).toEqual([MATCHES, undefined, MATCHES])
  expect(requests).toHaveLength(1)
})

test('proofs that the explorer has not made are requested again after a pause, a few times', async () => {
  vi.useFakeTimers()
  served = ROWS
  show(ROWS)
  begin()
  await vi.advanceTimersByTimeAsync(900)
  expect(requests).toHaveLength(1)
  served = proven(ROWS)
  await vi.advanceTimersByTimeAsync(200)
  expect(requests).toHaveLength(2)
  expect(proofs()).toEqual([MATCHES, MATCHES, MATCHES])
  end()
  served = ROWS
  requests = []
  client.clear()
  show(ROWS)
  begin()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(requests).toHaveLength(6)
  vi.useRealTimers()
})
