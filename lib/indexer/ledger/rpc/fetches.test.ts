import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { VirtualClock } from '@/lib/testing/clock'
import type { Absence, ChainBlock } from './chain'
import { BlockFetches, CHARS_AHEAD } from './fetches'

const blockOf = (slot: number, size: number): ChainBlock => ({
  slot,
  blockTime: null,
  transactions: [],
  chain: { parentSlot: slot - 1, blockhash: `b${slot}`, parentBlockhash: `b${slot - 1}` },
  size,
})

function newFetches() {
  const waiting = new Map<number, (answer: ChainBlock | Absence) => void>()
  const fetches = new BlockFetches({
    read: (slot) => new Promise((resolve) => waiting.set(slot, resolve)),
    clock: new VirtualClock(),
    random: () => 0,
  })
  const answer = async (slot: number, with_: ChainBlock | Absence) => {
    waiting.get(slot)?.(with_)
    waiting.delete(slot)
    await setImmediate()
  }
  return { fetches, waiting, answer }
}

const TIP = 1_000_000

it('asks for no more than there is room for, and always for the one that is next', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ size: fc.integer({ min: 1, max: CHARS_AHEAD * 2 }), pick: fc.nat() }), { maxLength: 150 }),
      async (answers) => {
        const { fetches, waiting, answer } = newFetches()
        let next = 1
        const held = new Map<number, number>()
        for (const { size, pick } of answers) {
          const before = new Set(waiting.keys())
          fetches.fill(next, TIP)
          expect(waiting.has(next)).toBe(true)
          const requested = [...waiting.keys()].filter((slot) => !before.has(slot))
          const weight = [...held.values()].reduce((sum, size) => sum + size, 0)
          // When what is held already exceeds the weight, only the next block may be requested.
          if (weight > CHARS_AHEAD) expect(requested.filter((slot) => slot !== next)).toEqual([])
          expect(waiting.size + held.size).toBeLessThanOrEqual(40)
          const slot = [...waiting.keys()].sort((a, b) => a - b)[pick % waiting.size] as number
          held.set(slot, size)
          await answer(slot, blockOf(slot, size))
          for (; held.has(next); next++) {
            held.delete(next)
            fetches.drop(next)
          }
        }
      },
    ),
  ))

it('asks for few large blocks at once, and for more again as they get smaller', async () => {
  const { fetches, waiting, answer } = newFetches()
  const large = CHARS_AHEAD / 4
  fetches.fill(1, TIP)
  expect(waiting.size).toBe(20)
  for (let slot = 1; slot <= 20; slot++) {
    await answer(slot, blockOf(slot, large))
    fetches.drop(slot)
  }
  fetches.fill(21, TIP)
  expect(waiting.size).toBe(4)
  for (const slot of [22, 23, 24]) {
    await answer(slot, blockOf(slot, large))
    fetches.fill(21, TIP)
  }
  expect([...waiting.keys()]).toEqual([21])
  await answer(21, blockOf(21, large))
  let most = 0
  for (let next = 25; next < 100; next++) {
    fetches.drop(next - 1)
    fetches.fill(next, TIP)
    most = Math.max(most, waiting.size)
    await answer(next, blockOf(next, 1000))
  }
  expect(most).toBe(40)
})
