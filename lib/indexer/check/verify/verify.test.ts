import { base58 } from '@scure/base'
import { beforeAll, describe, expect, it } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { forkScript } from '@/lib/testing/indexer/fork-script'
import { indexed } from '@/lib/testing/indexer/indexed'
import { leafBlock, leafTree } from '@/lib/testing/indexer/leaf-chain'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import type { LedgerBlock } from '../../ledger/ledger'
import { openSandbox } from '../../ledger/sandbox'
import { applyBlocks } from '../../store/apply'
import { checkPages } from '../../store/sqlite/check-pages'
import { openSqlite } from '../../store/sqlite/open'
import { chainIdentity, type Store } from '../../store/store'
import { verify } from './verify'

let store: Store
beforeAll(async () => {
  const blocks: LedgerBlock[] = []
  const stop = new AbortController()
  let transactions = 0
  for await (const block of openSandbox({ slotMs: 1000 }).blocks(0, stop.signal)) {
    blocks.push(block)
    transactions += block.transactions.length
    if (transactions > 20) break
  }
  store = (await indexed(blocks)).store
})

async function verified(of: Store, sample: number | null = null): Promise<{ breaches: number; lines: string[] }> {
  const lines: string[] = []
  const tokenProgram = base58.decode(PROGRAM_IDS.token)
  const breaches = await verify({ store: of, checkPages, tokenProgram, sample, print: (line) => lines.push(line) })
  return { breaches, lines }
}

async function linesAfter(sql: string): Promise<string[]> {
  await store.all('SAVEPOINT damage')
  try {
    expect(await store.run(sql)).toBeGreaterThan(0)
    const { breaches, lines } = await verified(store)
    expect(breaches).toBeGreaterThan(0)
    expect(lines.at(-1)).toMatch(/^The store is damaged: \d+ breaches/)
    return lines
  } finally {
    await store.all('ROLLBACK TO damage')
    await store.all('RELEASE damage')
  }
}

describe('verify', () => {
  it('finds a store of real transactions sound, each hash recomputed', async () => {
    const { breaches, lines } = await verified(store)
    expect([breaches, lines.at(-1)]).toEqual([0, 'The store is sound'])
    const { n } = (await store.get('SELECT count(*) AS n FROM accounts')) ?? {}
    expect(Number(n)).toBeGreaterThan(30)
    expect(lines).toContain(`${n} of ${n} account hashes recomputed`)
  })

  it('does not call a store sound of which an earlier version wrote a part unchecked', async () => {
    const { store: earlier } = await indexed([])
    await earlier.run('UPDATE store SET slot = 50, doubtful_to = 41')
    const { breaches, lines } = await verified(earlier)
    expect(breaches).toBe(0)
    expect(lines.at(-1)).toMatch(/^What the store holds is sound; up to slot 41 something may be missing/)
  })

  it('tells how far it is and how long it takes yet', async () => {
    const lines: string[] = []
    let time = 0
    const now = () => (time += 2000)
    await verify({
      store,
      checkPages,
      tokenProgram: base58.decode(PROGRAM_IDS.token),
      sample: 10,
      print: (line) => lines.push(line),
      clock: clockOf(now),
    })
    expect(lines).toContainEqual(expect.stringMatching(/^\d of 10 account hashes, about \d+ s left$/))
  })

  it.each([
    ['UPDATE accounts SET lamports = lamports + 1 WHERE id = 7', 'an account whose contents make another hash: '],
    ['UPDATE accounts SET leaf_index = leaf_index + 1 WHERE id = 7', 'an account whose contents make another hash: '],
    ['UPDATE accounts SET owner = zeroblob(32) WHERE id = 7', 'an account whose contents make another hash: '],
    ['UPDATE token_accounts SET amount = amount + 1', 'a token account that differs from the data of its account: '],
    ['UPDATE token_accounts SET delegate = mint', 'a token account that differs from the data of its account: '],
    [
      'DELETE FROM token_accounts WHERE account_id = (SELECT max(account_id) FROM token_accounts)',
      'a token account that differs from the data of its account: ',
    ],
    [
      'UPDATE token_accounts SET spent = 1 - spent',
      'a token account whose hash or spent mark differs from its account: ',
    ],
    ['DELETE FROM accounts WHERE id = 7', 'a pair of an account that is not there: 7 '],
    ['DELETE FROM transactions WHERE id = 3', 'a pair of a transaction that is not there: '],
    ['DELETE FROM account_transactions WHERE account_id = 7', 'an account without the transaction that made it: '],
    ['UPDATE accounts SET spent = 0', 'an account in more transactions than its spent mark tells: '],
    ['DELETE FROM trees', 'an account in no known tree: '],
    ['UPDATE store SET slot = 1', 'an account made above the slot reached: '],
    ['UPDATE transactions SET slot = slot + 1000000', 'a transaction above the slot reached: '],
  ])('after %s says "%s"', async (sql, line) => {
    expect(await linesAfter(sql)).toContainEqual(expect.stringContaining(line))
  })

  it('says from where on the leaf indices of a chain are known, and that nothing compared them with it', async () => {
    const chain = openSqlite(':memory:', { ledger: chainIdentity('made up'), programIds: {} })
    const blocks = [leafBlock(null, [0, 1], { first: [100, 0, 0] })]
    await applyBlocks(chain, blocks)
    expect((await verified(chain, 1)).lines.filter((line) => line.startsWith('leaf indices'))).toEqual([
      `leaf indices: ${leafTree(0)}: 100 to 100, from the first one known, each once`,
      `leaf indices: ${leafTree(1)}: 0 to 0, each once`,
      'leaf indices: not compared with the chain: LEDGER is no node of it',
    ])
  })

  it('checks the journal of a chain that forks', async () => {
    const journalled = openSqlite(':memory:', { ledger: 'test', programIds: {} })
    for (const step of forkScript(1).slice(0, 12)) if ('apply' in step) await applyBlocks(journalled, step.apply)
    const journal = async () => (await verified(journalled, 1)).lines.filter((line) => /journal entry|block/.test(line))
    expect(await journal()).toEqual([expect.stringContaining('the journal reaches back')])
    await journalled.run('DELETE FROM blocks WHERE slot = (SELECT slot FROM blocks LIMIT 1 OFFSET 3)')
    await journalled.run('UPDATE accounts SET spent = 0')
    await journalled.run('DELETE FROM account_transactions')
    await journalled.run('UPDATE store SET slot = slot + 1')
    expect((await journal()).map((line) => line.split(':')[0])).toEqual([
      expect.stringContaining('the journal reaches back'),
      'a newest block that is not at the slot reached',
      'a block that does not follow the one before it',
      'a journal entry of a block that is not there',
      'a journal entry of a spent account that is not spent',
      'a journal entry of a pair that is not there',
    ])
  })
})
