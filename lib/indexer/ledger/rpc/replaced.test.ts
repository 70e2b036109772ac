import { describe, expect, it } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { digestOfRows } from '@/lib/testing/indexer/every-row'
import { logOfTest } from '@/lib/testing/log-of-test'
import { followingOfTest } from '@/lib/testing/node/following'
import { grown, type MadeChain, madeHash, shortened, slotsFrom } from '@/lib/testing/node/made-chain'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'

/* A replaced chain is detected, and nothing stored is rolled back. */

const log = logOfTest()

const OTHER = madeHash('genesis of another chain')
const trunk = grown([], { slots: slotsFrom(1, 20, [7]) })
const other = (last: number, fork = 'other') => grown([], { slots: slotsFrom(1, last), fork })

async function followed(of: NodeStandIn[]) {
  const replaced: string[] = []
  let foundOutAt = 0
  const following = await followingOfTest(of, {
    onReplaced(genesisHash) {
      replaced.push(genesisHash)
      foundOutAt = following.clock.monotonic()
    },
  })
  await following.reached(trunk)
  return { ...following, replaced, foundOutAt: () => foundOutAt, rows: await digestOfRows(following.store) }
}

function reset(stand: NodeStandIn, chain: MadeChain, genesisHash = OTHER): void {
  stand.genesisHash = genesisHash
  stand.serve(chain)
}

describe('a node that is on another chain all of a sudden', () => {
  it.each([
    ['far below the slot stored', other(3), {}],
    ['just below it', other(19), {}],
    ['at the same slot', other(20), {}],
    ['just above it', other(21), {}],
    ['far above it', other(90), {}],
    ['far above it, with what lies below cleaned up', other(90), { firstAvailable: 70 }],
    ['empty', [], {}],
  ])('%s, is found out within 15 s, and no row is rolled back', async (_, chain, more) => {
    const stand = await nodeOfTest(trunk)
    const { replaced, foundOutAt, rows, clock, store, ledger, progress } = await followed([stand])
    Object.assign(stand, more)
    const began = clock.monotonic()
    reset(stand, chain)
    await comes(() => expect(replaced).toEqual([OTHER]))
    expect(foundOutAt() - began).toBeLessThan(15_000)
    expect(await digestOfRows(store)).toBe(rows)
    expect([progress.undone, ledger.anomalies.forks]).toEqual([0, 0])
  })

  it('is set aside and said while the others are on the chain, which is followed on', async () => {
    const stands = [await nodeOfTest(trunk), await nodeOfTest(trunk)]
    const [first, second] = stands as [NodeStandIn, NodeStandIn]
    const { replaced, reached, ledger, store, progress } = await followed(stands)
    reset(first, other(90))
    const chain = grown(trunk, { slots: slotsFrom(21, 40) })
    second.serve(chain)
    await reached(chain)
    expect(replaced).toEqual([])
    expect([progress.undone, ledger.nodesAside?.()]).toEqual([0, 1])
    expect(log.text()).toContain('on another chain and is not asked')

    reset(first, grown(chain, { slots: [41] }), second.genesisHash)
    second.script = () => ({ reset: true })
    await reached(grown(chain, { slots: [41] }))
    expect(ledger.nodesAside?.()).toBe(0)
    expect(replaced).toEqual([])
    expect(await digestOfRows(store)).not.toBe('')
  })
})

it('a fork is rolled back where the node says that the chain is the same, and waits while it says nothing', async () => {
  const stand = await nodeOfTest(trunk)
  const { replaced, reached, progress, store, rows } = await followed([stand])
  const fork = grown(shortened(trunk, 5), { slots: slotsFrom(16, 30), fork: 'other side' })
  let requests = 0
  stand.script = ({ method }) => (method === 'getGenesisHash' && ++requests ? { status: 429 } : null)
  stand.serve(fork)
  await comes(() => expect(requests).toBeGreaterThan(3))
  expect(await digestOfRows(store)).toBe(rows)
  stand.script = null
  await reached(fork)
  expect(progress.undone).toBe(5)
  expect(replaced).toEqual([])
})

it('asks which chain it is at most once in five seconds while the newest slot is lower than it was', async () => {
  const stand = await nodeOfTest(trunk)
  const { clock, replaced } = await followed([stand])
  stand.serve(trunk, 15)
  const before = stand.requests.length
  const since = clock.monotonic()
  await comes(() => expect(clock.monotonic() - since).toBeGreaterThan(60_000))
  const requests = stand.requests.slice(before).filter(({ method }) => method === 'getGenesisHash').length
  expect(requests).toBeGreaterThan(1)
  expect(requests).toBeLessThanOrEqual((clock.monotonic() - since) / 5000 + 1)
  expect(replaced).toEqual([])
})
