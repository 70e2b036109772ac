import { expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { retryPause } from './backoff'
import { RetryBudget } from './retry-budget'

const clock = virtualTime()

test('one second attempt in 5 s, however few calls there are', () => {
  const budget = new RetryBudget()
  budget.called()
  expect(budget.spend()).toBe(true)
  expect(budget.spend()).toBe(false)
  clock.skip(4_999)
  expect(budget.spend()).toBe(false)
  clock.skip(1)
  expect(budget.spend()).toBe(true)
})

test('a tenth of the calls of the last minute', () => {
  const budget = new RetryBudget()
  for (let i = 0; i < 1_000; i++) budget.called()
  const granted = Array.from({ length: 1_000 }, () => budget.spend()).filter(Boolean).length
  expect(granted).toBe(100)
  clock.skip(30_000)
  for (let i = 0; i < 100; i++) budget.called()
  expect(Array.from({ length: 100 }, () => budget.spend()).filter(Boolean)).toHaveLength(10)
  clock.skip(31_000)
  for (let i = 0; i < 200; i++) budget.called()
  expect(Array.from({ length: 300 }, () => budget.spend()).filter(Boolean)).toHaveLength(20)
})

test('an indexer that fails throughout, at 20 calls a second: at most 1.1 times the calls', () => {
  const budget = new RetryBudget()
  let retries = 0
  const calls = 20 * 600
  for (let i = 0; i < calls; i++, clock.skip(50)) {
    budget.called()
    if (budget.spend()) retries++
  }
  expect(retries / calls).toBeLessThanOrEqual(0.1)
  expect(retries / calls).toBeGreaterThan(0.08)
})

test('the pause before it is spread from 100 ms to a second', () => {
  expect([0, 0.5, 1].map((random) => retryPause(1_000, () => random))).toEqual([100, 550, 1_000])
})
