import { expect, it } from 'vitest'
import { type Clock, MACHINE_CLOCK } from '@/lib/platform/clock'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { everyRow } from '@/lib/testing/indexer/every-row'
import { followingOfTest } from '@/lib/testing/node/following'
import { grown, madeHash, slotsFrom } from '@/lib/testing/node/made-chain'
import { nodeOfTest } from '@/lib/testing/of-test'

/** Milliseconds without a new block until the last one is checked again. */
const QUIET = 5000

/** Short pauses take no time, and the quiet check never runs: only the node's answers advance the chain. */
const NEVER_QUIET: Clock = {
  ...MACHINE_CLOCK,
  after: (ms, call) => (ms < QUIET ? MACHINE_CLOCK.after(1, call) : () => {}),
}

it('a parent at the oldest known slot is believed only where the chain has it: else nothing is taken back', async () => {
  const first = grown([], { slots: [100] })
  const chain = grown(first, { slots: slotsFrom(101, 103) })
  const node = await nodeOfTest(first)
  const following = await followingOfTest([node], { startSlot: 100, clock: NEVER_QUIET })
  await following.reached(first)

  let lies = 0
  node.script = ({ slot, params }) => {
    const full = stringifyJson(params).includes('"full"')
    const lie = (member: string) => ({
      result: (answer: unknown) => ({ ...Object(answer), [member]: madeHash(member) }),
    })
    if (slot === 101 && full && lies === 0) {
      lies++
      return lie('previousBlockhash')
    }
    if (slot === 100 && !full && (lies === 1 || lies === 2)) {
      lies++
      return lie('blockhash')
    }
    return null
  }
  node.serve(chain)
  await following.reached(chain)

  expect(lies).toBe(3)
  expect(following.ledger.anomalies).toEqual({ misfits: 1, forks: 0 })
  expect(following.progress.undone).toBe(0)
  expect((await everyRow(following.store)).blocks?.map(({ slot }) => Number(slot))).toEqual([100, 101, 102, 103])
})
