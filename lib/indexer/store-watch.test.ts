import { expect, it } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { logOfTest } from '@/lib/testing/log-of-test'
import { ServerGone } from './store/postgres/problems'
import type { Store } from './store/store'
import { StoreWatch } from './store-watch'

const log = logOfTest()

async function watched(
  checks: (number | Error)[],
  after: (watch: StoreWatch, check: number) => void,
): Promise<string[]> {
  const lines: string[] = []
  const stop = new AbortController()
  let now = 0
  let check = 0
  const get = async () => {
    const found = checks[check]
    if (found instanceof Error) throw found
    return { slot: BigInt(found ?? 0) }
  }
  const clock = clockOf(
    () => now,
    async (ms) => {
      expect(ms).toBe(1000)
      after(watch, check)
      now += ms
      if (++check === checks.length) stop.abort()
    },
  )
  const store = { get } as unknown as Store
  const watch = new StoreWatch({ store, clock, signal: stop.signal, print: (line) => lines.push(line) })
  await watch.run()
  return lines
}

it('tells how long the store stands at its slot, from the check that first saw it there', async () => {
  const stands: number[] = []
  await watched([5, 5, 6, 6, 6], (watch, check) => {
    stands.push(watch.unchangedMs(check < 2 ? 5 : 6))
  })
  expect(stands).toEqual([0, 1000, 0, 1000, 2000])
})

it('says once that the store does not answer, and once that it does again', async () => {
  const gone = new ServerGone('ECONNREFUSED')
  const reachable: boolean[] = []
  const lines = await watched([5, gone, gone, gone, 5, 5], (watch) => reachable.push(watch.isReachable()))
  expect(reachable).toEqual([true, false, false, false, true, true])
  expect(lines).toEqual([
    'The store does not answer: the database takes no connections. Requests get errors until it does',
    'The store answers again, after 3 s',
  ])
  expect(log.lines()).toMatchObject([
    { level: 'error', msg: 'the store does not answer', reason: 'the database takes no connections' },
    { level: 'info', msg: 'the store answers again', dur_ms: 3000 },
  ])
})
