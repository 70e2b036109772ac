import { expect, it } from 'vitest'
import { firstSlot, startOfReplacement, startSlotNotice } from './start-slot'

// facts/light-events.md 14
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

it('an empty store begins where its chain began to compress, unless told otherwise', () => {
  expect(firstSlot(null, MAINNET, 400_000_000)).toBe(286_193_746)
  expect(firstSlot(null, DEVNET, 400_000_000)).toBe(319_998_226)
  expect(firstSlot(null, 'another', 400)).toBe(1)
  expect(firstSlot(7, MAINNET, 400_000_000)).toBe(7)
  expect(firstSlot('latest', MAINNET, 400_000_000)).toBe(400_000_000)
})

it('a store that holds something refuses a later start and ignores an earlier one', () => {
  expect(startSlotNotice(null, 100)).toBeNull()
  expect(() => startSlotNotice(102, 100)).toThrow(
    'START_SLOT=102: the store has reached slot 100, so a later start would',
  )
  expect(startSlotNotice(101, 100)).toContain('no effect')
  expect(startSlotNotice(5, 100)).toBe('START_SLOT=5 has no effect: the store goes on behind slot 100')
  expect(startSlotNotice('latest', 100)).toContain('no effect')
})

it('a chain that replaces another one begins at its own start: a chosen slot was one of the other', () => {
  expect([startOfReplacement(null), startOfReplacement(5000), startOfReplacement('latest')]).toEqual([
    null,
    null,
    'latest',
  ])
})
