import { beforeEach, describe, expect, test, vi } from 'vitest'
import { standInWith } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { virtualTime } from '@/lib/testing/virtual-time'
import { slotTime } from '../format/slot-time'
import { limits } from '../rpc-client/limits'
import type { Network } from '../upstream/networks/networks'
import { learnTimes, timesAround } from './slot-times'

const NEWEST = 1_000_000
const NOW = 1_763_600_000

const clock = virtualTime(NOW * 1_000)

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  limits().retryPauseMs = 0
})

/** One transaction a slot; a slot takes a second. */
const chain = () => standInWith({ slot: NEWEST, latest: makeSignatures(5_000, NEWEST, NOW) })

const timeOf = (network: Network, slot: number) => slotTime(timesAround(network, [slot]), slot)

describe('the block times around the rows of a page', () => {
  test('are looked up where estimates are worst, three at a time and each once', async () => {
    const { standIn, network } = await chain()
    const slots = [NEWEST - 4_000, NEWEST - 2_000, NEWEST - 1_000, NEWEST - 10]
    await learnTimes(network, slots)
    expect(standIn.callCount).toBe(3)
    expect(timeOf(network, NEWEST - 4_000)).toEqual({ seconds: NOW - 4_000, margin: 0 })
    await learnTimes(network, slots)
    const { callCount } = standIn
    expect(callCount).toBeLessThanOrEqual(4)
    for (const slot of slots) {
      const { seconds, margin } = timeOf(network, slot) ?? { seconds: 0, margin: 0 }
      expect(Math.abs(seconds - (NOW - NEWEST + slot))).toBeLessThanOrEqual(margin)
      expect(margin).toBeLessThanOrEqual(Math.max(30, (NEWEST - slot) / 10))
    }
    await learnTimes(network, slots)
    expect(standIn.callCount).toBe(callCount)
  })

  test('leave an indexer alone for a while that does not answer, or lists nothing', async () => {
    const [failing, empty] = await Promise.all([chain(), standInWith({ slot: NEWEST })])
    failing.standIn.fail(FAULTS.unauthorised)
    for (const { standIn, network } of [failing, empty]) {
      for (const _ of [1, 2, 3]) await learnTimes(network, [NEWEST - 10]).catch(() => {})
      expect(timeOf(network, NEWEST - 10)).toBeNull()
      expect(standIn.callCount).toBe(1)
    }
    failing.standIn.fail(null)
    clock.skip(15 * 60_000)
    await learnTimes(failing.network, [NEWEST - 10])
    expect(timeOf(failing.network, NEWEST - 10)).toEqual({ seconds: NOW - 10, margin: 0 })
  })

  test('given to a page are those beside its slots and the newest', async () => {
    const { network } = await chain()
    for (const back of [4_000, 3_000, 2_000, 1_000, 0]) await learnTimes(network, [NEWEST - back])
    const { blocks, pace } = timesAround(network, [NEWEST - 2_500, NEWEST - 4_000])
    expect(blocks.map(({ slot }) => NEWEST - slot)).toEqual([4_000, 3_000, 2_000, 0])
    expect(pace).toBe(1)
  })
})
