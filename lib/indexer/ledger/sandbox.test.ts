import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { folderOfTest } from '@/lib/testing/of-test'
import type { LedgerBlock, LinearLedger } from './ledger'
import { loopSlots, openLoop } from './loop/round'
import { openRecording, type RecordedSlot } from './recording'
import { openSandbox, openSandboxFiles } from './sandbox'

const RECORDING = join(import.meta.dirname, '../sandbox/recording/sandbox.recording')

/** Unix milliseconds. */
const START = 1_790_000_000_000

const recording = openRecording(RECORDING)
const { firstSlot, readySlot, lastSlot } = recording

interface Played {
  ledger: LinearLedger
  pass: (ms: number) => void
}

function sandboxAt(time: number, slotMs = 2): Played {
  let now = time
  const pass = (ms: number) => {
    now += ms
  }
  return { ledger: openSandbox({ slotMs, now: () => now, sleep: () => setImmediate() }), pass }
}

function runningSandbox(time: number): Played {
  let now = time
  const pass = (ms: number) => {
    now += ms
  }
  const sleep = async (ms: number) => {
    await setImmediate()
    pass(ms)
  }
  return { ledger: openSandbox({ slotMs: 1, now: () => now, sleep }), pass }
}

async function read(
  ledger: LinearLedger,
  after: number,
  until: number,
  onBlock: (block: LedgerBlock) => void = () => {},
) {
  const blocks: LedgerBlock[] = []
  for await (const block of ledger.blocks(after, new AbortController().signal)) {
    blocks.push(block)
    onBlock(block)
    if (block.slot >= until) break
  }
  return blocks
}

const contents = (blocks: Iterable<{ slot: number; transactions: { transaction: unknown }[] }>) =>
  [...blocks].flatMap(({ slot, transactions }) => transactions.map(({ transaction }) => [slot, transaction]))

const recorded = contents(recording.slots(0))

const { loop: loopRecording } = openSandboxFiles()
const loop = openLoop(loopRecording, PROGRAMS)

function loopUpTo(end: number, after = 0): RecordedSlot[] {
  const slots: RecordedSlot[] = []
  for (const slot of loopSlots(loop, after)) {
    if (slot.slot > end) break
    slots.push(slot)
  }
  return slots
}

describe('the first segment', () => {
  test('is there at once, in ascending order, and the chain then stands at its end', async () => {
    const { ledger } = sandboxAt(START)
    const blocks = await read(ledger, 0, readySlot)
    expect(ledger.readySlot).toBe(readySlot)
    expect(ledger.tip()).toBe(readySlot)
    expect(blocks.every(({ slot }, index) => index === 0 || slot > Number(blocks[index - 1]?.slot))).toBe(true)
    const transactions = contents(blocks).length
    expect(transactions).toBeGreaterThan(600)
    expect(transactions).toBeLessThan(1_000)
  })

  test('is back-dated by 0.4 s a slot, whatever the pace of the live slots', async () => {
    const { ledger } = sandboxAt(START, 60_000)
    const blocks = await read(ledger, 0, readySlot)
    for (const { slot, blockTime } of blocks)
      expect(blockTime).toBe(Math.floor((START - (readySlot - slot) * 400) / 1000))
    expect(blocks[0]?.slot).toBe(firstSlot)
    expect(blocks.at(-1)?.blockTime).toBe(START / 1000)
  })
})

describe('the live segment', () => {
  test('plays every recorded transaction exactly once to a reader that is slow, and then the loop', async () => {
    const { ledger, pass } = sandboxAt(START)
    const end = loopRecording.firstSlot + 100
    const blocks = await read(ledger, 0, end, ({ slot }) => {
      if (slot >= readySlot && slot >= ledger.tip()) pass(900)
    })
    const reached = Number(blocks.at(-1)?.slot)
    expect(contents(blocks)).toEqual([...recorded, ...contents(loopUpTo(reached))])
    expect(
      blocks.filter(({ slot, transactions }) => slot > lastSlot && transactions.length > 0).length,
    ).toBeGreaterThan(5)
  })

  test('goes on after a stop from the slot reached, with nothing lost or repeated', async () => {
    const before = await read(runningSandbox(START).ledger, 0, readySlot + 300)
    const reached = Number(before.at(-1)?.slot)
    const after = await read(runningSandbox(START + 3_600_000).ledger, reached, reached + 300)
    const end = Number(after.at(-1)?.slot)
    const undisturbed = recorded.filter(([slot]) => Number(slot) <= end)
    expect(contents([...before, ...after])).toEqual(undisturbed)
    expect(after.length).toBeGreaterThan(100)
    expect(Number(after[0]?.blockTime)).toBeGreaterThanOrEqual(START / 1000 + 3_600)
  })
})

describe('the loop', () => {
  const { roundSlots } = loopRecording
  const start = loopRecording.firstSlot

  test.each([
    ['at the end of the recording', lastSlot],
    ['between two rounds', start + roundSlots - 1],
    ['in the middle of a round', start + 3 * roundSlots + 1_234],
    ['weeks later', start + 2_000 * roundSlots + 77],
  ])('goes on for a store that was stopped %s, exactly there', async (_, reached) => {
    const blocks = await read(runningSandbox(START).ledger, reached, reached + 200)
    const end = Number(blocks.at(-1)?.slot)
    expect(contents(blocks)).toEqual(contents(loopUpTo(end, reached)))
    expect(contents(blocks).length).toBeGreaterThan(5)
    const times = blocks.map(({ blockTime }) => Number(blockTime))
    expect(times[0]).toBeGreaterThanOrEqual(START / 1000)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  test('begins behind the recording, and names the rounds that a store need not keep', () => {
    const { ledger } = sandboxAt(START)
    expect(start).toBeGreaterThan(lastSlot)
    expect(ledger.rounds).toMatchObject({ firstSlot: start, roundSlots, seconds: 172_800, slots: 432_000 })
    const tree = 'bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU'
    expect(ledger.rounds).toHaveProperty(['leaves', tree], { before: 96, each: 100 })
  })
})

describe('clocks', () => {
  test('block times never go back, though the machine’s clock is set back', async () => {
    const { ledger, pass } = runningSandbox(START)
    let setBack = false
    const blocks = await read(ledger, readySlot - 100, readySlot + 100, ({ slot }) => {
      if (slot > readySlot + 50 && !setBack) pass(-7_200_000)
      setBack ||= slot > readySlot + 50
    })
    expect(setBack).toBe(true)
    const times = blocks.map(({ blockTime }) => Number(blockTime))
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  test('a machine that slept for hours goes on from where the chain was', () => {
    const { ledger, pass } = sandboxAt(START, 400)
    pass(4_000)
    expect(ledger.tip()).toBe(readySlot + 10)
    pass(8 * 3_600_000)
    expect(ledger.tip()).toBe(readySlot + 10)
    pass(400)
    expect(ledger.tip()).toBe(readySlot + 11)
  })

  test('an abort ends the reading at once, in the middle of a wait too', async () => {
    const stop = new AbortController()
    const ledger = openSandbox({ slotMs: 3_600_000 })
    let seen = 0
    for await (const block of ledger.blocks(readySlot - 1, stop.signal)) {
      seen = block.slot
      setTimeout(() => stop.abort(), 5)
    }
    expect(seen).toBe(readySlot)
  })
})

describe('a recording that is not whole', () => {
  const whole = readFileSync(RECORDING)
  const flipped = Buffer.from(whole)
  flipped[whole.length - 1000] = Number(flipped[whole.length - 1000]) ^ 1

  test.each([
    ['is cut off', whole.subarray(0, whole.length - 1)],
    ['has a bit turned', flipped],
    ['lacks its header', whole.subarray(whole.indexOf('\n') + 1)],
    ['is of a later format', Buffer.from(whole.toString('latin1').replace('"format":1', '"format":2'), 'latin1')],
    ['is empty', Buffer.alloc(0)],
  ])('that %s is refused in a message that names the file', (_, content) => {
    const recordingFile = join(folderOfTest(), 'damaged.recording')
    writeFileSync(recordingFile, content)
    expect(() => openSandbox({ slotMs: 400, recordingFile })).toThrow(`the recording ${recordingFile} cannot be read`)
    const [loopFile, hotLoopFile] = [recordingFile, recordingFile]
    expect(() => openSandbox({ slotMs: 400, loopFile })).toThrow(`the recording ${loopFile} cannot be read`)
    expect(() => openSandbox({ slotMs: 400, hotLoopFile })).toThrow(`the recording ${hotLoopFile} cannot be read`)
  })
})
