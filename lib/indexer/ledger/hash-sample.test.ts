import { expect, it } from 'vitest'
import { ledgerOf } from '@/lib/testing/indexer/indexed'
import { randomFrom } from '@/lib/testing/indexer/random'
import { groupV1, key, type MadeAccount, PROGRAMS, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { trueAccount } from '@/lib/testing/indexer/true-account'
import { logOfTest } from '@/lib/testing/log-of-test'
import { SEED } from '@/scripts/seed'
import { openSqlite } from '../store/sqlite/open'
import { createProgress, follow } from './follow'
import type { LedgerBlock } from './ledger'

const log = logOfTest()

async function followed(blocks: MadeAccount[][], { chain = true } = {}) {
  const linked = blocks.map(
    (outputs, slot): LedgerBlock => ({
      slot: slot + 1,
      blockTime: 1,
      transactions: [transactionOf(`t${slot}`, [groupV1({ outputs })])],
      ...(chain && { chain: { parentSlot: slot, blockhash: `b${slot + 1}`, parentBlockhash: `b${slot}` } }),
    }),
  )
  const store = openSqlite(':memory:', { ledger: 'test', programIds: {} })
  const progress = createProgress()
  const { signal } = new AbortController()
  const options = { store, programs: PROGRAMS, progress, signal, random: randomFrom(SEED) }
  for (const block of linked) await follow({ ...options, ledger: ledgerOf([block]), onReady: () => undefined })
  const stored = Number((await store.get('SELECT count(*) AS n FROM accounts'))?.n)
  await store.close()
  return { hashes: progress.hashes, stored, lines: log.text().split('\n').filter(Boolean) }
}

const good = (leafIndex: number) => trueAccount({ owner: key('o'), leafIndex }, 'v1')
const bad = (leafIndex: number): MadeAccount => ({ ...good(leafIndex), lamports: 1n })

it('tells and counts an account whose contents make another hash, and stores it', async () => {
  const { hashes, stored, lines } = await followed([[good(1)], [bad(2)]])
  expect([hashes, stored]).toEqual([{ matches: 1, differs: 1, cannot_tell: 0 }, 2])
  expect(lines).toEqual([expect.stringContaining('stored an account whose contents make another hash')])
  expect(lines[0]).toContain('"slot":2')
})

it('finds in time what hides among others', async () => {
  const blocks = Array.from({ length: 40 }, (_, i) => [good(4 * i), good(4 * i + 1), bad(4 * i + 2), good(4 * i + 3)])
  const { hashes, stored } = await followed(blocks)
  expect(hashes.matches + hashes.differs).toBe(40)
  expect(hashes.differs).toBeGreaterThan(0)
  expect(stored).toBe(160)
})

it('leaves a ledger that is no chain to those who read it', async () => {
  expect((await followed([[bad(1)]], { chain: false })).hashes).toEqual({ matches: 0, differs: 0, cannot_tell: 0 })
})
