import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inSlices } from './in-slices'

let now = 0

beforeEach(() => {
  now = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

afterEach(() => {
  vi.useRealTimers()
})

function* steps(count: number, done: () => void): Generator<void, string> {
  for (let i = 0; i < count; i++) {
    now += 5
    done()
    yield
  }
  return 'result'
}

test('a computation gives the page its turn again and again, and ends with its result', () => {
  let done = 0
  const results: string[] = []
  inSlices(
    steps(10, () => done++),
    (result) => results.push(result),
  )
  expect(done).toBe(0)
  vi.runOnlyPendingTimers()
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(10)
  vi.runAllTimers()
  expect(done).toBe(10)
  expect(results).toEqual(['result'])
})

test('a computation that is stopped goes no further and tells nothing', () => {
  let done = 0
  const results: string[] = []
  const stop = inSlices(
    steps(10, () => done++),
    (result) => results.push(result),
  )
  vi.runOnlyPendingTimers()
  const before = done
  stop()
  vi.runAllTimers()
  expect(done).toBe(before)
  expect(results).toEqual([])
})
