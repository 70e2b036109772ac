import { expect, it } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { type LeafBlock, leafBlock, leafTree } from '@/lib/testing/indexer/leaf-chain'
import { randomFrom } from '@/lib/testing/indexer/random'
import { SEED } from '@/scripts/seed'
import { applyBlocks } from '../../store/apply'
import { openSqlite } from '../../store/sqlite/open'
import { chainIdentity, type Store } from '../../store/store'
import { undoTo } from '../../store/undo'
import { compareWithChain } from './compare-leaves'
import type { ChainLeaves, LeafReport } from './leaf-report'
import { LeafWalk } from './leaf-walk'

class Followed {
  chain: LeafBlock[] = []
  readonly store: Store = openSqlite(':memory:', { ledger: chainIdentity('made up'), programIds: {} })
  readonly random = randomFrom(SEED)

  below(end: number): number {
    return Math.floor(this.random() * end)
  }

  grow(count: number, name = ''): LeafBlock[] {
    const added: LeafBlock[] = []
    for (let n = 0; n < count; n++) {
      const outputs = Array.from({ length: this.below(5) }, () => this.below(3))
      added.push(leafBlock(added.at(-1) ?? this.chain.at(-1) ?? null, outputs, { name }))
    }
    this.chain.push(...added)
    return added
  }

  leavesAt(behind: number): ChainLeaves {
    const block = this.chain.at(-1 - behind)
    return { slot: block?.slot ?? 0, next: new Map(block?.next.map((next, n) => [leafTree(n), next])) }
  }

  async compared(ask: () => ChainLeaves, onWait: () => Promise<unknown> = async () => {}): Promise<LeafReport> {
    const walk = new LeafWalk(this.store, null, 100n)
    while ((await walk.step()) > 0) {}
    let now = 0
    const clock = clockOf(
      () => now,
      async (ms) => {
        now += ms
        await onWait()
      },
    )
    const { signal } = new AbortController()
    return compareWithChain(walk, { kind: 'chain' }, { store: this.store, ask: async () => ask(), clock, signal })
  }
}

async function followed(count: number): Promise<Followed> {
  const made = new Followed()
  await applyBlocks(made.store, made.grow(count))
  return made
}

it('finds nothing while chain and store move, the store lags or the node does', async () => {
  const world = await followed(900)
  for (let run = 0; run < 20; run++) {
    let lacking: LeafBlock[] = []
    const report = await world.compared(
      () => {
        lacking = world.grow(world.below(20), `${run}`)
        return world.leavesAt(world.below(40))
      },
      async () => {
        await applyBlocks(world.store, lacking.splice(0, 1 + world.below(3)))
      },
    )
    expect(report).toMatchObject({ problems: [], notCompared: null, comparedAt: expect.any(Number) })
    await applyBlocks(world.store, lacking)
  }
})

it('names leaves above the last one stored that the chain has given out, and stored ones that it has not', async () => {
  const world = await followed(900)
  const [last = 0] = world.chain.at(-1)?.next ?? []
  await world.store.run(
    'DELETE FROM accounts WHERE tree_id = (SELECT id FROM trees WHERE tree_type = 1) AND leaf_index >= ?',
    BigInt(last - 2),
  )
  const leaves = world.leavesAt(0)
  const fewer = {
    ...leaves,
    next: new Map([...leaves.next].map(([tree, next]) => [tree, tree === leafTree(1) ? next - 3 : next])),
  }
  const { problems } = await world.compared(() => fewer)
  const [, second = 0] = world.chain.at(-1)?.next ?? []
  const slots = { slotBefore: expect.any(Number), slotAfter: null }
  expect(problems.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
    { kind: 'missing', tree: leafTree(0), from: last - 2, to: last - 1, ...slots },
    { kind: 'not on the chain', tree: leafTree(1), from: second - 3, to: second - 1, ...slots },
  ])
})

it('compares again before it says that they differ: the store may be on a fork', async () => {
  const world = await followed(900)
  const fork = world.chain.at(-5)?.slot ?? 0
  world.chain = world.chain.slice(0, -4)
  const added = world.grow(6, 'the other fork')
  let requests = 0
  const report = await world.compared(
    () => {
      requests++
      return world.leavesAt(3)
    },
    async () => {
      if ((await undoTo(world.store, fork)) > 0) await applyBlocks(world.store, added)
    },
  )
  expect([report.problems, report.comparedAt, requests]).toEqual([[], world.chain.at(-4)?.slot, 2])
})

it('does not compare what has no common moment, and says why', async () => {
  const world = await followed(900)
  const [old, head] = [world.leavesAt(700), world.leavesAt(0)]
  const ahead = { ...head, slot: head.slot + 500 }
  expect(await world.compared(() => ahead)).toMatchObject({ notCompared: 'the store is 500 slots behind the chain' })
  const behind = `the node is at slot ${old.slot}, the store is ahead of it`
  expect(await world.compared(() => old)).toMatchObject({ notCompared: behind, comparedAt: null })
  const failing = world.compared(() => {
    throw new Error('the node does not answer getMultipleAccounts')
  })
  expect(await failing).toMatchObject({ notCompared: 'the node does not answer getMultipleAccounts', problems: [] })
})
