import { expect, it } from 'vitest'
import { LEAF_TREES, type LeafBlock, leafBlock, leafTree } from '@/lib/testing/indexer/leaf-chain'
import { randomFrom } from '@/lib/testing/indexer/random'
import { describeStores } from '@/lib/testing/indexer/stores'
import { SEED } from '@/scripts/seed'
import { applyBlocks } from '../../store/apply'
import { dropOldRounds } from '../../store/drop-rounds'
import { JOURNAL_BLOCKS } from '../../store/journal'
import type { Store } from '../../store/store'
import { undoTo } from '../../store/undo'
import { createLeafReport, type LeafReport } from './leaf-report'
import { LeafWalk, OlderStore } from './leaf-walk'

function chainOf(length: number, options: Parameters<typeof leafBlock>[2] = {}): LeafBlock[] {
  const blocks: LeafBlock[] = []
  for (let n = 0; n < length; n++) blocks.push(leafBlock(blocks.at(-1) ?? null, [n % 3, (n + 1) % 3, n % 2], options))
  return blocks
}

async function walked(store: Store, size?: bigint): Promise<LeafReport> {
  const walk = new LeafWalk(store, null, size)
  while ((await walk.step()) > 0) {}
  return createLeafReport(await walk.end(), { kind: 'chain' }, null)
}

describeStores('a walk over the leaf indices', 'in the gate', ({ name, newStore }) => {
  async function storeOf(blocks: LeafBlock[]): Promise<Store> {
    const store = await newStore()
    await applyBlocks(store, blocks)
    return store
  }

  it('finds those of a whole store contiguous from the first one known', async () => {
    const blocks = chainOf(600, { first: [7, 0, 100] })
    const { trees, problems, slot } = await walked(await storeOf(blocks), 50n)
    expect([problems, slot]).toEqual([[], 600])
    expect(trees.map(({ first }) => first)).toEqual([7, 0, 100])
    expect(trees.map(({ last }) => last + 1)).toEqual(blocks.at(-1)?.next)
  })

  it('names a deleted row with the slots beside it, wherever it lies', async () => {
    const store = await storeOf(chainOf(600, { skipped: 1 }))
    await store.run('DELETE FROM accounts WHERE leaf_index = 123 AND tree_id = 2')
    await store.run('DELETE FROM accounts WHERE leaf_index IN (598, 599) AND tree_id = 1')
    const { trees, problems } = await walked(store, 97n)
    const slotsOf = async (id: number, leaf: number) => {
      const sql = 'SELECT slot_created AS s FROM accounts WHERE tree_id = ? AND leaf_index = ?'
      return Number((await store.get(sql, BigInt(id), BigInt(leaf)))?.s)
    }
    const missing = async (id: number, from: number, to: number) => {
      const [slotBefore, slotAfter] = [await slotsOf(id, from - 1), await slotsOf(id, to + 1)]
      return { kind: 'missing', tree: leafTree(id - 1), from, to, slotBefore, slotAfter }
    }
    expect(problems).toEqual([await missing(1, 598, 599), await missing(2, 123, 123)])
    expect(trees.map(({ wrong }) => wrong.missing)).toEqual([2, 1, 0])
  })

  it('names a leaf index that is there twice', async () => {
    const store = await storeOf(chainOf(60))
    await store.run('UPDATE accounts SET leaf_index = 20 WHERE leaf_index = 21 AND tree_id = 3')
    const { problems } = await walked(store, 1000n)
    expect(problems.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['missing', 21, 21],
      ['repeated', 20, 20],
    ])
  })

  it('takes the events of both versions of one tree together', async () => {
    const store = await storeOf(chainOf(60))
    const { tree } = LEAF_TREES[0] ?? { tree: new Uint8Array() }
    await store.run('INSERT INTO trees (id, tree, tree_type, queue) VALUES (9, ?1, 1, ?1)', tree)
    await store.run('UPDATE accounts SET tree_id = 9 WHERE tree_id = 1 AND leaf_index % 2 = 1')
    const { problems, trees } = await walked(store)
    expect([problems, trees.length]).toEqual([[], 3])
  })

  it('has no false gap while the chain grows and forks between its steps', async () => {
    const random = randomFrom(SEED)
    const below = (end: number) => Math.floor(random() * end)
    for (let run = 0; run < (name === 'SQLite' ? 2 : 1); run++) {
      let chain = chainOf(JOURNAL_BLOCKS + 100 + below(50))
      const store = await storeOf(chain)
      const walk = new LeafWalk(store, null, BigInt(20 + below(60)))
      for (let n = 0, left = 1; left > 0 || n < 30; n++) {
        left = await walk.step()
        if (below(2) === 0) {
          chain = chain.slice(0, -1 - below(below(4) === 0 ? 60 : 5))
          await undoTo(store, chain.at(-1)?.slot ?? 0)
        }
        const added: LeafBlock[] = []
        for (let count = below(30); count > 0; count--) {
          const outputs = Array.from({ length: below(6) }, () => below(3))
          const block: LeafBlock = leafBlock(added.at(-1) ?? chain.at(-1) ?? null, outputs, { name: `${run} ${n}` })
          added.push(block)
        }
        await applyBlocks(store, added)
        chain.push(...added)
      }
      const report = createLeafReport(await walk.end(), { kind: 'chain' }, null)
      expect(report.problems).toEqual([])
      expect(report.trees.map(({ last }) => last + 1)).toEqual(chain.at(-1)?.next)
    }
  })

  it('knows the removed rounds of a sandbox from a gap, and finds one beside them', async () => {
    const blocks = chainOf(30)
    const before = blocks.at(-1)?.next[1] ?? 0
    for (let n = 0; n < 100; n++) blocks.push(leafBlock(blocks.at(-1) ?? null, n % 10 < 6 ? [1] : []))
    const store = await storeOf(blocks)
    const rounds = {
      firstSlot: 31,
      roundSlots: 10,
      seconds: 1e9,
      slots: 50,
      leaves: { [leafTree(1)]: { before, each: 6 } },
    }
    const problems = async () => {
      const walk = new LeafWalk(store, rounds, 40n)
      while ((await walk.step()) > 0) {}
      return createLeafReport(await walk.end(), { kind: 'sandbox', rounds }, null)
    }
    expect(await dropOldRounds(store, rounds, 0)).toBe(4)
    const removed = [{ tree: leafTree(1), from: before, to: before + 23 }]
    expect(await problems()).toMatchObject({ removed, problems: [] })
    await store.run(
      'DELETE FROM accounts WHERE tree_id = 2 AND leaf_index IN (?, ?)',
      BigInt(before - 1),
      BigInt(before + 24),
    )
    await store.run('DELETE FROM accounts WHERE tree_id = 3 AND leaf_index = 0')
    const named = (await problems()).problems.map(({ tree, from, to }) => [tree, from, to])
    expect(named).toEqual([
      [leafTree(1), before - 1, before - 1],
      [leafTree(1), before + 24, before + 24],
      [leafTree(2), 0, 0],
    ])
  })

  it('begins again where the store is older than what was read of it', async () => {
    const store = await storeOf(chainOf(600))
    await store.run('DELETE FROM blocks')
    const walk = new LeafWalk(store, null)
    await walk.step()
    await store.run('DELETE FROM accounts WHERE id > 1700')
    await expect(walk.step()).rejects.toThrow(OlderStore)
    await expect(walk.end()).rejects.toThrow(OlderStore)
    expect((await walked(store)).problems).toEqual([])
  })
})
