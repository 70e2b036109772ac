import { beforeEach, expect, it, vi } from 'vitest'
import { type Clock, MACHINE_CLOCK } from '@/lib/platform/clock'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { grown } from '@/lib/testing/node/made-chain'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { type BlockPlace, FollowedChain } from './chain'
import { NodePool } from './nodes'

const MADE = grown([], { slots: [0, 1, 3] })

let node: NodeStandIn
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  node = await nodeOfTest(MADE)
})

const { signal } = new AbortController()

/** Calls are a minute apart, so that no node rests; only timeouts take real time. */
function hurried(): Clock {
  let now = 0
  return {
    ...MACHINE_CLOCK,
    monotonic: () => (now += 60_000),
    after: (ms, call, options) => MACHINE_CLOCK.after(ms < 5_000 ? 0 : ms, call, options),
  }
}

const chain = () =>
  new FollowedChain(
    new NodePool({ urls: [node.url], clock: hurried(), random: () => 0 }),
    'confirmed',
    PROGRAMS.compression,
  )

async function placeAfterALie(slot: number, lie: object): Promise<{ place: BlockPlace | string; requests: number }> {
  node.script = ({ method, earlier }) =>
    method === 'getBlock' && earlier === 0 ? { result: (answer) => ({ ...Object(answer), ...lie }) } : null
  const place = await chain().place(slot, { signal })
  return { place, requests: node.requests.filter(({ method }) => method === 'getBlock').length }
}

it.each([3, 4, 1_000])(
  'a block of slot 3 that names slot %i as its parent is of another slot, and asked for again',
  async (parentSlot) => {
    expect(await placeAfterALie(3, { parentSlot })).toMatchObject({ place: { slot: 3, parentSlot: 1 }, requests: 2 })
  },
)

it.each([
  [-32001, 'cleaned up'],
  [-32004, 'to come'],
  [-32007, 'skipped'],
  [-32009, 'skipped'],
  [-32014, 'to come'],
])('of a slot without a block the code %i says that it is %s', async (code, absence) => {
  node.script = ({ method }) => (method === 'getBlock' ? { error: { code, message: 'no block' } } : null)
  expect(await chain().place(3, { signal })).toBe(absence)
})

it('a block right above its parent is believed, and slot 0, which is its own parent', async () => {
  expect(await placeAfterALie(3, { parentSlot: 2 })).toMatchObject({ place: { slot: 3, parentSlot: 2 }, requests: 1 })
  node.script = null
  expect(await chain().place(0, { signal })).toMatchObject({ slot: 0, parentSlot: 0 })
})
