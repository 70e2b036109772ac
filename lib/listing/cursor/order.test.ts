import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { listOf } from '../../protocol/rpc/methods'
import { judgeChunk } from './order'

const { orders, sortKey } = listOf('getCompressedAccountsByOwner')
const keys = makeAccounts(addressOf('owner'), 4).map((account) => sortKey(account))
const [first, second, third, fourth] = keys
if (!first || !second || !third || !fourth) throw new Error('fixture')

const behind = ({ bytes }: typeof first) => base58.encode(bytes)

test('rows that ascend from one cursor to the next prove that none is missing', () => {
  expect(judgeChunk(orders, null, [first, second], behind(second)).status).toBe('ordered')
  expect(judgeChunk(orders, behind(second), [third, fourth], null).status).toBe('ordered')
})

test.each([
  ['a row twice', null, [first, second, second]],
  ['a row of the chunk before', behind(second), [second, third]],
  ['a row from before the chunk before', behind(second), [first, third]],
  ['rows that descend', null, [second, first, third]],
])('%s proves nothing', (_, before, rows) => {
  expect(judgeChunk(orders, before, rows, behind(rows.at(-1) ?? first)).status).toBe('broken')
})
