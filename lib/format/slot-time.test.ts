import { describe, expect, test } from 'vitest'
import { type BlockTime, slotTime } from './slot-time'

const START = 1_763_600_000
const BLOCKS: BlockTime[] = [
  { slot: 1_000, seconds: START },
  { slot: 2_000, seconds: START + 400 },
  { slot: 3_000, seconds: START + 4_000 },
]
const at = (slot: number, pace: number | null = 0.4, blocks = BLOCKS) => slotTime({ blocks, pace }, slot)

describe('the time of a slot', () => {
  test('is the block’s own where it is known, and nothing where no block is', () => {
    expect(at(2_000)).toEqual({ seconds: START + 400, margin: 0 })
    expect(at(2_000, 0.4, [])).toBeNull()
  })

  test('between two blocks has what slots of at least three quarters of the pace leave open', () => {
    expect(at(1_500)).toEqual({ seconds: START + 200, margin: 51 })
    expect(at(1_999)).toEqual({ seconds: START + 399, margin: 101 })
    // The chain stood for 3,200 s somewhere between them: at once behind the first, or right before the second.
    expect(at(2_010)).toEqual({ seconds: START + 436, margin: 3_268 })
  })

  test('between blocks that are nearer to each other than slots can be is between their times', () => {
    const fast = [BLOCKS[0] as BlockTime, { slot: 2_000, seconds: START + 10 }]
    expect(at(1_500, 0.4, fast)).toEqual({ seconds: START + 5, margin: 6 })
  })

  test('beyond the known blocks is off by half of the way at most', () => {
    expect(at(0, 0.5)).toEqual({ seconds: START - 500, margin: 251 })
    expect(at(3_100, 0.5)).toEqual({ seconds: START + 4_050, margin: 26 })
    expect(at(3_100, 0.25)).toEqual({ seconds: START + 4_025, margin: 14 })
  })

  test('is open from now to twice the way while no pace was measured', () => {
    expect(at(900, null)).toEqual({ seconds: START - 40, margin: 41 })
  })
})
