import { expect, it } from 'vitest'
import { newAccount } from '@/lib/testing/indexer/new-account'
import { describeStores } from '@/lib/testing/indexer/stores'
import { key, signature } from '@/lib/testing/indexer/synthetic-chain'
import type { TransactionUpdate } from '../../protocol/light/updates'
import { applyBlocks } from './apply'
import type { BlockChanges } from './changes'
import { dropOldRounds, type RoundRetention } from './drop-rounds'
import type { Store } from './store'

const NOW = 1_000_299

/** Rounds of ten slots from slot 100 on, two minutes of retention; one second per slot. */
const RETENTION: RoundRetention = { firstSlot: 100, roundSlots: 10, seconds: 120, slots: 1_000_000 }

const token = { mint: key('mint'), owner: key('wallet'), amount: 5n, delegate: key('d'), frozen: false, tlv: null }

const account = (name: string) => newAccount(name, { token })

const transaction = (name: string, part: Partial<TransactionUpdate>): TransactionUpdate => ({
  ...{ signature: signature(name), inputs: [], outputs: [], batchAppends: [], ...part },
})

const block = (slot: number, ...transactions: TransactionUpdate[]): BlockChanges => ({
  ...{ slot, blockTime: 1_000_000 + slot, transactions },
})

const BEFORE = [
  block(5, transaction('t5', { outputs: [account('stays'), account('spent before')] })),
  block(99, transaction('t99', { inputs: [key('spent before')] })),
]

function round(number: number): BlockChanges[] {
  const [first, a, b, c] = [100 + 10 * number, `${number} a`, `${number} b`, `${number} c`]
  return [
    block(first + 1, transaction(`${a} t`, { outputs: [account(a), account(b)] })),
    block(first + 3, transaction(`${b} t`, { inputs: [key(a)], outputs: [account(c)] })),
    block(first + 3),
    block(first + 9, transaction(`${c} t`, { inputs: [key(b), key(c)] })),
  ]
}

const rounds = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => round(from + i)).flat()

async function contents(store: Store): Promise<unknown> {
  return [
    await store.all('SELECT slot FROM store'),
    await store.all('SELECT hash, slot_created, spent FROM accounts ORDER BY hash'),
    await store.all('SELECT hash, amount, spent FROM token_accounts ORDER BY hash'),
    await store.all('SELECT signature, slot, block_time FROM transactions ORDER BY signature'),
    await store.all(`SELECT hash, signature FROM account_transactions JOIN accounts ON accounts.id = account_id
      JOIN transactions ON transactions.id = transaction_id ORDER BY hash, signature`),
    await store.all('SELECT count(*) AS n FROM account_transactions'),
    await store.all('SELECT tree FROM trees ORDER BY tree'),
  ]
}

describeStores('old rounds', 'in the gate', ({ newStore }) => {
  async function storeOf(blocks: BlockChanges[]): Promise<Store> {
    const store = await newStore()
    await applyBlocks(store, blocks)
    return store
  }

  it('go whole, and what is left is as if they had never been', async () => {
    const store = await storeOf([...BEFORE, ...rounds(0, 20)])
    // The newest slot is 299: rounds that ended before 180 are too old.
    expect(await dropOldRounds(store, RETENTION, NOW)).toBe(8)
    expect(await contents(store)).toEqual(await contents(await storeOf([...BEFORE, ...rounds(8, 20)])))
    expect(await dropOldRounds(store, RETENTION, NOW)).toBe(0)
  })

  it('go all of them with the first block after days in which the chain stood still, though it is empty', async () => {
    const awake = { ...block(301), blockTime: 2_000_000 }
    const store = await storeOf([...BEFORE, ...rounds(0, 20), awake])
    expect(await dropOldRounds(store, RETENTION, 2_000_000)).toBe(20)
    expect(await contents(store)).toEqual(await contents(await storeOf([...BEFORE, awake])))
    await applyBlocks(store, round(20))
    expect(await contents(store)).toEqual(await contents(await storeOf([...BEFORE, awake, ...round(20)])))
  })

  it.each([
    ['a store without any', BEFORE],
    ['one that is being played', [...BEFORE, ...round(0)].slice(0, -1)],
    ['young ones', [...BEFORE, ...rounds(0, 12)]],
  ])('leave %s alone', async (_, blocks) => {
    const store = await storeOf(blocks)
    const before = await contents(store)
    expect(await dropOldRounds(store, RETENTION, 1_000_219)).toBe(0)
    expect(await contents(store)).toEqual(before)
  })

  it('that were being removed when the process was killed go on being removed', async () => {
    const store = await storeOf([...BEFORE, ...rounds(0, 20)])
    let writes = 0
    const dying: Store = Object.assign(Object.create(store), {
      write: (work: Parameters<Store['write']>[0]) => {
        if (++writes > 3) throw new Error('killed')
        return store.write(work)
      },
    })
    await expect(dropOldRounds(dying, RETENTION, NOW)).rejects.toThrow('killed')
    expect(await contents(store)).toEqual(await contents(await storeOf([...BEFORE, ...rounds(3, 20)])))
    expect(await dropOldRounds(store, RETENTION, NOW)).toBe(5)
  })
})
