import { expect, test } from 'vitest'
import { SetBack } from './set-back'

const MINUTE = 60_000
const CHECK = { below: true, healthOk: true, recent: false, age: null }
const OLD = {
  ...CHECK,
  age: { seconds: 7_200, errorSeconds: 5, anchor: { slot: 1, time: '2026-11-20T00:00:00.000Z' } },
}
const RECENT = { ...OLD, recent: true }

test('of an indexer that calls itself healthy for ten minutes, old data are believed rather than it', () => {
  const unknownAge = new SetBack()
  expect([0, 9, 10].map((minute) => unknownAge.isOtherChain(CHECK, minute * MINUTE))).toEqual([false, false, true])
  const old = new SetBack()
  expect([0, 9, 10, 600].map((minute) => old.isOtherChain(OLD, minute * MINUTE))).toEqual(Array(4).fill(false))
})

test('three checks in a row with recent data tell another chain; those between others do not', () => {
  const setBack = new SetBack()
  const says = [RECENT, RECENT, OLD, RECENT, RECENT, { ...RECENT, healthOk: false }, RECENT, RECENT, RECENT]
  expect(says.map((check, i) => setBack.isOtherChain(check, i))).toEqual([...Array(8).fill(false), true])
})

test('a chain that was replaced explains one lower slot, no later one', () => {
  const setBack = new SetBack()
  setBack.expect()
  expect(setBack.isOtherChain({ ...OLD, below: false }, 0)).toBe(false)
  expect(setBack.isOtherChain(OLD, 1)).toBe(true)
  setBack.settled()
  expect(setBack.isOtherChain(OLD, 2)).toBe(false)
})
