import { expect, test, vi } from 'vitest'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { Part } from './part'
import { chooseSplit } from './split'

function rowsWith(data: (row: number) => Buffer) {
  return makeAccounts('owner', 1_000).map((account, row) => ({
    ...account,
    data: { discriminator: 1n, data: data(row).toString('base64'), dataHash: account.hash },
  }))
}

function judged(data: (row: number) => Buffer) {
  const part = Part.whole([])
  const judges = vi.spyOn(part, 'canSplitAt')
  const split = chooseSplit(part, rowsWith(data))
  return { split: typeof split === 'string' ? split : split.offset, judged: judges.mock.calls.length }
}

const alike = Buffer.alloc(6_000, 1)

test('no byte is judged in which rows are alike', () => {
  expect(judged(() => alike)).toEqual({ split: 'alike', judged: 0 })
  const differing = (row: number) => Buffer.concat([alike.subarray(0, 4_000), Buffer.from([row % 256])])
  expect(judged(differing)).toEqual({ split: 4_000, judged: 1 })
})

test('at most 256 bytes are judged, and one more looked at, however many differ in how few rows', () => {
  const one = Buffer.alloc(6_000, 2)
  expect(judged((row) => (row === 500 ? one : alike))).toEqual({ split: 0, judged: 257 })
})
