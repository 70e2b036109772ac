import { describe, expect, test } from 'vitest'
import {
  addSample,
  chainHeadOf,
  type HeadSamples,
  isBehindChain,
  joinHeads,
  type NodeHead,
  type ObservedChain,
  secondsPerSlot,
  standstillCause,
  updateHead,
} from './heads'

const MINUTE = 60_000

function heads(...slots: [slot: number, sinceMs: number][]): NodeHead[] {
  return slots.map(([slot, sinceMs]) => ({ slot, highest: slot, sinceMs }))
}

describe('the head of a chain', () => {
  test.each([
    ['one node: its head', [100], 100],
    ['two: the lower', [100, 130], 100],
    ['three: the second-highest', [100, 130, 120], 120],
    ['one absurd head among three', [120, 999_999_999, 121], 121],
    ['one of three far behind', [5, 120, 121], 120],
    ['five: the second-highest', [1, 2, 3, 4, 5], 4],
  ])('%s', (_, slots, slot) => {
    const joined = joinHeads(heads(...slots.map((each): [number, number] => [each, MINUTE])), MINUTE)
    expect(joined).toEqual({ slot, nodes: slots.length, counted: slots.length, moves: true })
  })

  test('is not known without a node that answers', () => {
    expect(joinHeads([], 0)).toBeNull()
  })

  test('heads that stood for a minute do not count', () => {
    const joined = joinHeads(heads([900, 0], [100, 1], [101, MINUTE]), MINUTE)
    expect(joined).toEqual({ slot: 100, nodes: 3, counted: 2, moves: true })
  })

  test('unless all of them stand: then the chain does', () => {
    expect(joinHeads(heads([900, 0], [100, 0], [101, 0]), MINUTE)).toEqual({
      slot: 101,
      nodes: 3,
      counted: 3,
      moves: false,
    })
  })

  test('a node whose answers differ a little stands until one of them is higher than all before', () => {
    let head = updateHead(null, 100, 0).head
    for (const [i, slot] of [97, 100, 99].entries()) head = updateHead(head, slot, 1_000 * (i + 1)).head
    expect(head).toEqual({ slot: 99, highest: 100, sinceMs: 0 })
    expect(updateHead(head, 101, 9_000)).toEqual({ head: { slot: 101, highest: 101, sinceMs: 9_000 }, back: false })
  })

  test('a slot that no chain reaches in the time is doubted until three checks name such a one', () => {
    const headAfter = (...slots: number[]) =>
      slots.reduce<NodeHead>((head, slot, i) => updateHead(head, slot, 5_000 * i).head, {
        slot: 100,
        highest: 100,
        sinceMs: 0,
      })
    expect(headAfter(1_100, 1_150)).toMatchObject({ slot: 1_150 })
    expect(headAfter(100, 5_000_000, 5_000_012)).toMatchObject({ slot: 100, highest: 100 })
    expect(headAfter(100, 5_000_000, 5_000_012, 124, 5_000_036)).toMatchObject({ slot: 124 })
    expect(headAfter(100, 5_000_000, 5_000_012, 5_000_024)).toMatchObject({ slot: 5_000_024 })
    expect(headAfter(...Array<number>(9).fill(1e12))).toMatchObject({ slot: 100 })
  })

  test('a node that falls far begins anew', () => {
    expect(updateHead({ slot: 1_000, highest: 1_000, sinceMs: 0 }, 849, 5_000)).toEqual({
      head: { slot: 849, highest: 849, sinceMs: 5_000 },
      back: true,
    })
  })
})

function samplesAt(...slots: number[]): HeadSamples {
  return slots.reduce<HeadSamples>((samples, slot, i) => addSample(samples, slot, i * 5_000), [])
}

function seen(samples: HeadSamples): ObservedChain {
  const slot = samples.at(-1)?.slot ?? 0
  return { slot, seenAt: '', nodes: 1, counted: 1, moves: true, samples }
}

describe('a lag', () => {
  const samples = samplesAt(1_000, 1_010, 1_020, 1_030, 1_040)

  test('is the distance of both slots, in seconds by the pace of the head', () => {
    expect(secondsPerSlot(samples)).toBe(0.5)
    expect(chainHeadOf(seen(samples), 990)).toMatchObject({ slot: 1_040, lag: 50, lagSeconds: 25 })
  })

  test('goes by the newest pace, not by that of the first two minutes', () => {
    const faster = Array.from({ length: 48 }, (_, i) => (i < 24 ? 10 * i : 230 + 20 * (i - 23)))
    expect(secondsPerSlot(samplesAt(...faster))).toBe(0.25)
  })

  test('is none for an indexer that is a little ahead, and not known for one that is far ahead', () => {
    expect(chainHeadOf(seen(samples), 1_060)).toMatchObject({ lag: 0, lagSeconds: 0 })
    expect(chainHeadOf(seen(samples), 2_000)).toMatchObject({ lag: null, lagSeconds: null })
    expect(chainHeadOf(seen(samples), null)).toMatchObject({ lag: null, lagSeconds: null })
  })

  test('without a pace it has no seconds', () => {
    expect(chainHeadOf(seen(samplesAt(1_000)), 500)).toMatchObject({ lag: 500, lagSeconds: null })
  })

  test.each([
    [150, null, false],
    [151, null, true],
    [20, 60, false],
    [20, 61, true],
    [null, null, false],
  ])('of %s slots and %s seconds: behind is %s', (lag, lagSeconds, behind) => {
    expect(isBehindChain({ slot: 0, seenAt: '', nodes: 1, counted: 1, moves: true, lag, lagSeconds })).toBe(behind)
  })
})

describe('who stopped', () => {
  test.each<[string, number[], slot: number, sinceMs: number, string]>([
    ['nothing is newer than what the indexer has', [100, 100, 100], 100, 0, 'chain'],
    ['it stands a little above an indexer that follows what is final', [132, 132, 132], 100, 0, 'chain'],
    ['the first sample came a moment before its last step', [131, 132, 132], 100, 0, 'chain'],
    ['its head rose until the indexer’s slot was first seen', [100, 110, 132, 132, 132], 100, 10_000, 'chain'],
    ['the head rises', [100, 101, 102], 99, 0, 'indexer'],
    ['it lacks more than one that follows the chain', [600, 600, 600], 100, 0, 'indexer'],
    ['too few samples were made', [132, 132], 100, 0, 'not known'],
    ['too few were made since', [132, 132, 132], 100, 10_000, 'not known'],
    ['the head tells nothing', [132, 132, 132], 500, 0, 'not known'],
  ])('%s', (_, slots, slot, sinceMs, stopped) => {
    expect(standstillCause(seen(samplesAt(...slots)), slot, sinceMs)).toBe(stopped)
  })

  test('what is above the newest samples of another chain does not count', () => {
    expect(samplesAt(5_000, 10, 11)).toHaveLength(2)
  })
})
