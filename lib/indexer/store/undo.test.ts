import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyRow } from '../testing/every-row'
import { type ChainBlock, GENESIS, headOf, madeBlock } from '../testing/forking-chain'
import { applyBlocks, BrokenChain, slotReached } from './apply'
import { JOURNAL_BLOCKS, knownBlocks } from './journal'
import { openStore, type Store } from './open'
import { ForkTooDeep, undoTo } from './undo'

const newStore = () => openStore(':memory:', { ledger: 'test', programIds: {} })

/** The chain with blocks put behind it. */
function grown(chain: ChainBlock[], seeds: number[]): ChainBlock[] {
  const blocks = [...chain]
  for (const seed of seeds) {
    const last = blocks.at(-1)
    blocks.push(madeBlock(last ? headOf(last) : GENESIS, seed))
  }
  return blocks
}

const made = (length: number) => grown([], [...Array(length).keys()])

function storeOf(blocks: ChainBlock[]): Store {
  const store = newStore()
  applyBlocks(store, blocks)
  return store
}

const slotAt = (blocks: ChainBlock[], length: number) => blocks[length - 1]?.slot ?? 0

describe('a chain that forks', () => {
  it('leaves row for row what an undisturbed run over the final chain leaves, after any forks', () => {
    const seeds = fc.array(fc.nat(), { minLength: 1, maxLength: 12 })
    const history = fc.array(fc.record({ depth: fc.nat(14), seeds }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(seeds, history, fc.infiniteStream(fc.boolean()), (first, forks, together) => {
        let chain = grown([], first)
        const store = storeOf(chain)
        for (const fork of forks) {
          const common = Math.max(0, chain.length - fork.depth)
          expect(undoTo(store, slotAt(chain, common))).toBe(chain.length - common)
          chain = grown(chain.slice(0, common), fork.seeds)
          const added = chain.slice(common)
          if (together.next().value) applyBlocks(store, added)
          else for (const block of added) applyBlocks(store, [block])
        }
        expect(everyRow(store)).toEqual(everyRow(storeOf(chain)))
      }),
      { numRuns: 60 },
    )
  })

  it.each([1, 5, 31])('of depth %i is exact on a long chain', (depth) => {
    const chain = made(200)
    const store = storeOf(chain)
    const kept = chain.slice(0, -depth)
    expect(undoTo(store, slotAt(kept, kept.length))).toBe(depth)
    expect(everyRow(store)).toEqual(everyRow(storeOf(kept)))
  })

  it('at a skipped slot goes back to the newest block below it', () => {
    const chain = made(60)
    const after = chain.findIndex(({ slot, chain: { parentSlot } }) => slot > parentSlot + 1)
    const store = storeOf(chain)
    undoTo(store, (chain[after]?.slot ?? 0) - 1)
    expect(everyRow(store)).toEqual(everyRow(storeOf(chain.slice(0, after))))
    expect(slotReached(store)).toBe(chain[after]?.chain.parentSlot)
  })

  it('can be undone to before its first block, and again without effect', () => {
    const store = storeOf(made(20))
    undoTo(store, 0)
    expect(everyRow(store)).toEqual(everyRow(newStore()))
    expect(undoTo(store, 0)).toBe(0)
  })

  it('applied again changes nothing', () => {
    const chain = made(20)
    const store = storeOf(chain)
    applyBlocks(store, chain.slice(10))
    applyBlocks(store, chain)
    expect(everyRow(store)).toEqual(everyRow(storeOf(chain)))
  })

  it('tells its newest blocks, newest first', () => {
    expect(knownBlocks(newStore())).toEqual([])
    const chain = made(3)
    expect(knownBlocks(storeOf(chain))).toEqual(chain.map(headOf).reverse())
  })
})

describe('refused, and nothing is changed', () => {
  function refused(store: Store, attempt: () => void, kind: new () => Error): string {
    const before = everyRow(store)
    let message = ''
    try {
      attempt()
    } catch (error) {
      expect(error).toBeInstanceOf(kind)
      message = error instanceof Error ? error.message : ''
    }
    expect(everyRow(store)).toEqual(before)
    expect(message).not.toContain('\n')
    return message
  }

  it('a block whose parent is not the newest block, with the good ones before it', () => {
    const chain = made(6)
    const store = storeOf(chain.slice(0, 3))
    const hole = refused(store, () => applyBlocks(store, [...chain.slice(3, 4), ...chain.slice(5)]), BrokenChain)
    expect(hole).toMatch(/^block \d+ follows /)
  })

  it('a block of another fork at a slot that is stored', () => {
    const chain = made(6)
    const store = storeOf(chain)
    const other = chain.slice(5).map((block) => ({ ...block, chain: { ...block.chain, blockhash: 'another' } }))
    expect(refused(store, () => applyBlocks(store, other), BrokenChain)).toContain('is not the one stored')
  })

  it('a fork deeper than the journal', () => {
    const chain = made(JOURNAL_BLOCKS + 40)
    const store = storeOf(chain)
    expect(knownBlocks(store)).toHaveLength(JOURNAL_BLOCKS)
    const deepest = chain.length - JOURNAL_BLOCKS
    const message = refused(store, () => undoTo(store, slotAt(chain, deepest) - 1), ForkTooDeep)
    expect(message).toContain(`its journal reaches back to slot ${slotAt(chain, deepest)}.`)
    undoTo(store, slotAt(chain, deepest))
    // Its journal is used up; an undisturbed run would have one.
    const { accounts, account_transactions, transactions, trees, batch_appends } = everyRow(store)
    expect(everyRow(storeOf(chain.slice(0, deepest)))).toMatchObject({
      accounts,
      account_transactions,
      transactions,
      trees,
      batch_appends,
    })
  })

  it('a fork of blocks that the chain had called final', () => {
    const chain = made(6)
    const store = storeOf(chain.map((block, i) => ({ ...block, chain: { ...block.chain, final: i < 4 } })))
    expect(refused(store, () => undoTo(store, slotAt(chain, 3)), ForkTooDeep)).toContain('journal reaches back to slot')
    expect(undoTo(store, slotAt(chain, 4))).toBe(2)
    expect(everyRow(store).undo_pairs).toEqual([])
  })

  it('a fork of a ledger that keeps no journal', () => {
    const store = newStore()
    applyBlocks(store, [{ slot: 7, blockTime: 0, transactions: [] }])
    expect(refused(store, () => undoTo(store, 6), ForkTooDeep)).toContain('its journal reaches nowhere')
  })
})
