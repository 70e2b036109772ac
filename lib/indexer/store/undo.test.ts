import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyRow } from '@/lib/testing/indexer/every-row'
import { type ChainBlock, GENESIS, headOf, madeBlock } from '@/lib/testing/indexer/forking-chain'
import { expectSameRows } from '@/lib/testing/indexer/same-rows'
import { describeStores } from '@/lib/testing/indexer/stores'
import { runs } from '@/lib/testing/suite'
import { applyBlocks, BrokenChain, slotReached } from './apply'
import { JOURNAL_BLOCKS, knownBlocks } from './journal'
import type { Store } from './store'
import { ForkTooDeep, undoTo } from './undo'

function grown(chain: ChainBlock[], seeds: number[]): ChainBlock[] {
  const blocks = [...chain]
  for (const seed of seeds) {
    const last = blocks.at(-1)
    blocks.push(madeBlock(last ? headOf(last) : GENESIS, seed))
  }
  return blocks
}

const made = (length: number) => grown([], [...Array(length).keys()])

const slotAt = (blocks: ChainBlock[], length: number) => blocks[length - 1]?.slot ?? 0

describeStores('a store', 'in both', ({ name, newStore }) => {
  async function storeOf(blocks: ChainBlock[]): Promise<Store> {
    const store = await newStore()
    await applyBlocks(store, blocks)
    return store
  }

  describe('a chain that forks', () => {
    it('leaves row for row what an undisturbed run over the final chain leaves, after any forks', async () => {
      const seeds = fc.array(fc.nat(), { minLength: 1, maxLength: 12 })
      const history = fc.array(fc.record({ depth: fc.nat(14), seeds }), { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(seeds, history, fc.infiniteStream(fc.boolean()), async (first, forks, together) => {
          let chain = grown([], first)
          const store = await storeOf(chain)
          for (const fork of forks) {
            const common = Math.max(0, chain.length - fork.depth)
            expect(await undoTo(store, slotAt(chain, common))).toBe(chain.length - common)
            chain = grown(chain.slice(0, common), fork.seeds)
            const added = chain.slice(common)
            if (together.next().value) await applyBlocks(store, added)
            else for (const block of added) await applyBlocks(store, [block])
          }
          await expectSameRows(store, await storeOf(chain))
        }),
        name === 'SQLite' ? { numRuns: 60 } : runs(3, 15, 60),
      )
    })

    it('at a skipped slot goes back to the newest block below it', async () => {
      const chain = made(60)
      const after = chain.findIndex(({ slot, chain: { parentSlot } }) => slot > parentSlot + 1)
      const store = await storeOf(chain)
      await undoTo(store, (chain[after]?.slot ?? 0) - 1)
      await expectSameRows(store, await storeOf(chain.slice(0, after)))
      expect(await slotReached(store)).toBe(chain[after]?.chain.parentSlot)
    })
  })

  describe('refused, and nothing is changed', () => {
    async function refused(store: Store, attempt: () => Promise<unknown>, kind: new () => Error): Promise<string> {
      const before = await everyRow(store)
      let message = ''
      try {
        await attempt()
      } catch (error) {
        expect(error).toBeInstanceOf(kind)
        message = error instanceof Error ? error.message : ''
      }
      expect(await everyRow(store)).toEqual(before)
      expect(message).not.toContain('\n')
      return message
    }

    it('a block whose parent is not the newest block, with the good ones before it', async () => {
      const chain = made(6)
      const store = await storeOf(chain.slice(0, 3))
      const hole = await refused(
        store,
        () => applyBlocks(store, [...chain.slice(3, 4), ...chain.slice(5)]),
        BrokenChain,
      )
      expect(hole).toMatch(/^block \d+ follows /)
    })

    it.each([
      ['hash', { parentBlockhash: 'another' }],
      ['slot', { parentSlot: 0 }],
    ])('a block that names the newest block as its parent by another %s', async (_, place) => {
      const chain = made(4)
      const store = await storeOf(chain.slice(0, 3))
      const next = chain.slice(3).map((block) => ({ ...block, chain: { ...block.chain, ...place } }))
      expect(await refused(store, () => applyBlocks(store, next), BrokenChain)).toMatch(/^block \d+ follows /)
    })

    it('a block of another fork at a slot that is stored', async () => {
      const chain = made(6)
      const store = await storeOf(chain)
      const other = chain.slice(5).map((block) => ({ ...block, chain: { ...block.chain, blockhash: 'another' } }))
      expect(await refused(store, () => applyBlocks(store, other), BrokenChain)).toContain('is not the one stored')
    })

    it('a fork deeper than the journal', async () => {
      const chain = made(JOURNAL_BLOCKS + 40)
      const store = await storeOf(chain)
      expect(await knownBlocks(store)).toHaveLength(JOURNAL_BLOCKS)
      const deepest = chain.length - JOURNAL_BLOCKS
      const message = await refused(store, () => undoTo(store, slotAt(chain, deepest) - 1), ForkTooDeep)
      expect(message).toContain(`its journal reaches back to slot ${slotAt(chain, deepest)}.`)
      await undoTo(store, slotAt(chain, deepest))
      const { accounts, account_transactions, transactions, trees, batch_appends } = await everyRow(store)
      expect(await everyRow(await storeOf(chain.slice(0, deepest)))).toMatchObject({
        accounts,
        account_transactions,
        transactions,
        trees,
        batch_appends,
      })
    })

    it('a fork of blocks that the chain had called final', async () => {
      const chain = made(6)
      const store = await storeOf(chain.map((block, i) => ({ ...block, chain: { ...block.chain, final: i < 4 } })))
      expect(await refused(store, () => undoTo(store, slotAt(chain, 3)), ForkTooDeep)).toContain(
        'journal reaches back to slot',
      )
      expect(await undoTo(store, slotAt(chain, 4))).toBe(2)
      expect((await everyRow(store)).undo_pairs).toEqual([])
    })

    it('a fork of a ledger that keeps no journal', async () => {
      const store = await newStore()
      await applyBlocks(store, [{ slot: 7, blockTime: 0, transactions: [] }])
      expect(await refused(store, () => undoTo(store, 6), ForkTooDeep)).toContain('its journal reaches nowhere')
    })
  })
})
