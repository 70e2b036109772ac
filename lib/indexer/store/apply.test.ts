import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newAccount } from '@/lib/testing/indexer/new-account'
import { rowsByName } from '@/lib/testing/indexer/rows-by-name'
import { describeStores } from '@/lib/testing/indexer/stores'
import { key, signature } from '@/lib/testing/indexer/synthetic-chain'
import { runs } from '@/lib/testing/suite'
import type { TransactionUpdate } from '../../protocol/light/updates'
import { applyBlocks, slotReached } from './apply'
import type { BlockChanges } from './changes'
import { toU64 } from './rows'
import type { Store } from './store'

const token = { mint: key('mint'), owner: key('wallet'), amount: 5n, delegate: key('d'), frozen: false, tlv: null }

function transaction(name: string, part: Partial<TransactionUpdate> = {}): TransactionUpdate {
  return { signature: signature(name), inputs: [], outputs: [], batchAppends: [], ...part }
}

const contents = async (store: Store) => [await slotReached(store), await rowsByName(store)]

const spent = async (store: Store, name: string) =>
  (await store.get('SELECT spent FROM accounts WHERE hash = ?', key(name)))?.spent

describeStores('a store', 'in both', ({ name, newStore }) => {
  async function contentsAfter(...batches: BlockChanges[][]): Promise<unknown> {
    const store = await newStore()
    for (const batch of batches) await applyBlocks(store, batch)
    return await contents(store)
  }

  it.each([0n, 2n ** 53n, 9007199254740993n, 123456789012345678n, 2n ** 63n, 2n ** 64n - 1n])(
    '%s survives the store in every column that holds one',
    async (value) => {
      const store = await newStore()
      const data = { discriminator: value, data: new Uint8Array(), dataHash: key('h') }
      const made = newAccount('a', { lamports: value, seq: value, data, token: { ...token, amount: value } })
      await applyBlocks(store, [{ slot: 1, blockTime: 0, transactions: [transaction('t', { outputs: [made] })] }])
      const row = await store.get(
        'SELECT lamports, seq, discriminator, amount FROM accounts JOIN token_accounts ON account_id = id',
      )
      expect(Object.values(row ?? {}).map(toU64)).toEqual([value, value, value, value])
    },
  )

  describe('applying a block', () => {
    it('creates before it spends, so that one transaction can do both', async () => {
      const store = await newStore()
      const both = transaction('t', { outputs: [newAccount('a', { token })], inputs: [key('a')] })
      await applyBlocks(store, [{ slot: 1, blockTime: 5, transactions: [both] }])
      expect(await spent(store, 'a')).toBe(1n)
      expect((await store.get('SELECT spent FROM token_accounts'))?.spent).toBe(1n)
      expect(await store.all('SELECT * FROM account_transactions')).toHaveLength(1)
    })

    it('again changes nothing, also when it comes after what followed it', async () => {
      const create = {
        slot: 1,
        blockTime: 5,
        transactions: [transaction('t1', { outputs: [newAccount('a', { token })] })],
      }
      const spend = { slot: 2, blockTime: 6, transactions: [transaction('t2', { inputs: [key('a')] })] }
      expect(await contentsAfter([create], [spend], [create], [spend, create])).toEqual(
        await contentsAfter([create, spend]),
      )
    })

    it('without compression transactions moves the slot and nothing else, and never back', async () => {
      const store = await newStore()
      await applyBlocks(store, [{ slot: 9, blockTime: 5, transactions: [] }])
      await applyBlocks(store, [{ slot: 4, blockTime: 5, transactions: [] }])
      expect(await slotReached(store)).toBe(9)
      expect(await store.all('SELECT * FROM transactions')).toEqual([])
    })

    it('is all or nothing, the slot reached included', async () => {
      const store = await newStore()
      const good = { slot: 1, blockTime: 5, transactions: [transaction('t', { outputs: [newAccount('a')] })] }
      const bad = { slot: 2, blockTime: Number.NaN, transactions: [transaction('u', { outputs: [newAccount('b')] })] }
      await expect(applyBlocks(store, [good, bad])).rejects.toThrow()
      expect(await contents(store)).toEqual(await contentsAfter())
    })

    it('keeps the farthest batch append of a tree', async () => {
      const store = await newStore()
      const append = (name: string, nextIndex: bigint) =>
        transaction(name, { batchAppends: [{ tree: key('tree'), nextIndex }] })
      const transactions = [append('a', 20n), append('b', 10n), append('c', 2n ** 64n - 1n)]
      await applyBlocks(store, [{ slot: 1, blockTime: 0, transactions: transactions.slice(0, 2) }])
      expect((await store.get('SELECT next_index FROM batch_appends'))?.next_index).toBe(20n)
      await applyBlocks(store, [{ slot: 2, blockTime: 0, transactions }])
      expect((await store.get('SELECT next_index FROM batch_appends'))?.next_index).toBe(2n ** 32n)
    })

    it('gives the same store for any order inside the slots and any batches', async () => {
      const names = fc.uniqueArray(fc.nat(30), { maxLength: 4 })
      const history = fc.array(fc.array(fc.record({ made: names, used: names }), { maxLength: 4 }), { maxLength: 5 })
      await fc.assert(
        fc.asyncProperty(history, fc.infiniteStream(fc.nat(3)), async (slots, choices) => {
          const blocks = slots.map((transactions, slot) => ({
            slot,
            blockTime: slot,
            transactions: transactions.map(({ made, used }, i) =>
              transaction(`${slot}/${i}`, {
                // An account's hash depends on its slot and transaction: two transactions never create the same one.
                outputs: made.map((n) =>
                  newAccount(`${slot}/${i}/${n}`, { leafIndex: n, token: n % 2 ? token : null }),
                ),
                inputs: used.flatMap((n) => [key(`${Math.max(0, slot - 1)}/0/${n}`), key(`${slot}/${i}/${n}`)]),
              }),
            ),
          }))
          const shuffled = blocks.map((block) => ({
            ...block,
            transactions: block.transactions
              .map((value) => ({ value, rank: choices.next().value }))
              .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
              .map(({ value }) => value),
          }))
          const batches = shuffled.flatMap((block) => [[block], ...((choices.next().value ?? 0) > 2 ? [[block]] : [])])
          expect(await contentsAfter(...batches)).toEqual(await contentsAfter(blocks))
        }),
        name === 'SQLite' ? { numRuns: 50 } : runs(3, 15, 50),
      )
    })
  })
})
