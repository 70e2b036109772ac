import { expect, it } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { applyBlocks } from '../store/apply'
import { openSqlite } from '../store/sqlite/open'
import type { Store } from '../store/store'
import { CatchUp, watchCatchUp } from './catch-up'

it('knows nothing before two samples, then the speed and when the head is reached, the chain moving on', () => {
  let now = 0
  const catchUp = new CatchUp({ monotonic: () => now })
  expect([catchUp.slotsPerSecond(), catchUp.secondsLeft()]).toEqual([null, null])
  catchUp.observe(1000, 10_000)
  expect([catchUp.slotsPerSecond(), catchUp.secondsLeft()]).toEqual([null, null])
  now = 2000
  catchUp.observe(1200, 10_005)
  expect(catchUp.slotsPerSecond()).toBe(100)
  expect(catchUp.secondsLeft()).toBeCloseTo(8805 / 97.5)
})

type Watched = Parameters<typeof watchCatchUp>[0]

/** The lines of some milliseconds. */
async function linesIn(
  untilMs: number,
  ledgerAt: (now: () => number) => Watched['ledger'],
  onWait = async (_: number, __: Store) => {},
): Promise<string[]> {
  const stop = new AbortController()
  const store = openSqlite(':memory:', { ledger: 'test', programIds: {} })
  let now = 0
  const lines: string[] = []
  const clock = clockOf(
    () => now,
    async (ms) => {
      now += ms
      await onWait(now, store)
      if (now > untilMs) stop.abort()
    },
  )
  const ledger = ledgerAt(() => now)
  const print = (line: string) => lines.push(line)
  await watchCatchUp({ catchUp: new CatchUp(clock), ledger, store, maxLagSlots: 20, clock, signal: stop.signal, print })
  return lines
}

it('tells every ten seconds while the store is behind, and once when it is not any more', async () => {
  const grow = async (now: number, store: Store) => {
    await applyBlocks(store, [{ slot: Math.min(10_000, now / 2), blockTime: 1, transactions: [] }])
  }
  expect(await linesIn(30_000, () => ({ tip: () => 10_000 }), grow)).toEqual([
    'Catching up: slot 5000 of 10000, 500 slots per second, about 10 s left',
    'Caught up with the chain at slot 10000',
  ])
})

it('tells every minute why no block comes, of an empty store and without a head too', async () => {
  const why = 'waiting for slot 1 (getBlock: error -32009)'
  const lines = await linesIn(150_000, (now) => ({
    tip: () => (now() < 100_000 ? 348 : null),
    stall: () => (now() < 60_000 ? null : { why, seconds: Math.round(now() / 1000) }),
  }))
  expect(lines).toEqual([`Standing at slot 0 of 348 for 1 min 0 s: ${why}`, `Standing at slot 0 for 2 min 0 s: ${why}`])
})
