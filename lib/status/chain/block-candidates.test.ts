import { describe, expect, test } from 'vitest'
import { groupV1, groupV2, key, PROGRAMS, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { turnsDuring } from '@/lib/testing/until'
import { candidatesIn, isWithoutBlock, slotErrorWords } from './block-candidates'

const ACCOUNT = { hash: key('hash'), owner: key('owner'), leafIndex: 1, lamports: 1n, data: null }

function plain(name: string) {
  return transactionOf(name, [groupV2({ outputs: [ACCOUNT] })])
}

function broken() {
  const group = groupV1({ outputs: [ACCOUNT] })
  // The event is last: a truncated half cannot be read.
  return transactionOf('broken', [
    group.map((each, i) => (i === group.length - 1 ? { ...each, data: each.data.slice(0, 40) } : each)),
  ])
}

describe('the block that an indexer does not get past', () => {
  test('holds nothing unusual', async () => {
    expect(
      await candidatesIn([plain('a'), { ...plain('b'), version: 0 }, { ...plain('c'), version: 'legacy' }], PROGRAMS),
    ).toEqual([])
  })

  test('holds transactions of another version: the first are named', async () => {
    const transactions = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...plain(name), version: 1 }))
    const candidates = await candidatesIn(transactions, PROGRAMS)
    expect(candidates).toHaveLength(4)
    expect(candidates[0]).toMatch(
      /^Transaction [1-9A-HJ-NP-Za-km-z]{80,90} has version 1, which the indexer may not know\.$/,
    )
    expect(candidates[3]).toBe('So it is with 2 more transactions.')
  })

  test('holds an event that does not decode', async () => {
    expect(await candidatesIn([plain('a'), broken()], PROGRAMS)).toEqual([
      expect.stringMatching(/^Transaction \w+ has an event that does not decode\.$/),
    ])
  })

  test('holds what is no transaction', async () => {
    expect(await candidatesIn([{ transaction: ['AAAA', 'base64'], meta: { err: null } }], PROGRAMS)).toEqual([
      'A transaction cannot be read.',
    ])
  })

  test.each([null, undefined])('holds a transaction whose inner instructions are %s', async (innerInstructions) => {
    const { meta, ...rest } = plain('a')
    const lacking = { ...rest, meta: { ...(meta as object), innerInstructions } }
    expect(await candidatesIn([plain('b'), lacking], PROGRAMS)).toEqual([
      expect.stringMatching(/^The node did not record the inner instructions of transaction \w+\.$/),
    ])
  })

  test('is read a transaction at a time: others have their turn in between', async () => {
    const turns = await turnsDuring(candidatesIn(Array(40).fill(plain('a')), PROGRAMS))
    expect(turns).toBeGreaterThanOrEqual(40)
  })

  test('is unusually big', async () => {
    const one = plain('a')
    expect(
      await candidatesIn(
        Array.from({ length: 5_001 }, () => one),
        PROGRAMS,
      ),
    ).toEqual(['It is unusually big: 5,001 transactions.'])
  })

  test.each([-32001, -32004, -32007, -32009, -32015, -32099])(
    'a node that answers %d for it: in our words, with the code',
    (code) => {
      expect(slotErrorWords(1_234, code)).toMatch(new RegExp(`^The .*slot 1,234.* \\(error ${code}\\)\\.$`))
      expect(isWithoutBlock(code)).toBe(code > -32010)
    },
  )
})
