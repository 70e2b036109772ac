import { expect, test } from 'vitest'
import { RetryBudget, retryPause } from './retry-budget'

test('one second attempt in 5 s, however few calls there are', () => {
  let now = 0
  const budget = new RetryBudget(() => now)
  budget.called()
  expect(budget.spend()).toBe(true)
  expect(budget.spend()).toBe(false)
  now = 4_999
  expect(budget.spend()).toBe(false)
  now = 5_000
  expect(budget.spend()).toBe(true)
})

test('a tenth of the calls of the last minute', () => {
  let now = 0
  const budget = new RetryBudget(() => now)
  for (let i = 0; i < 1_000; i++) budget.called()
  const granted = Array.from({ length: 1_000 }, () => budget.spend()).filter(Boolean).length
  expect(granted).toBe(100)
  now = 30_000
  for (let i = 0; i < 100; i++) budget.called()
  expect(Array.from({ length: 100 }, () => budget.spend()).filter(Boolean)).toHaveLength(10)
  // The first thousand are forgotten, and so are their second attempts.
  now = 61_000
  for (let i = 0; i < 200; i++) budget.called()
  expect(Array.from({ length: 300 }, () => budget.spend()).filter(Boolean)).toHaveLength(20)
})

test('an indexer that fails throughout, at 20 calls a second: at most 1.1 times the calls', () => {
  let now = 0
  const budget = new RetryBudget(() => now)
  let retries = 0
  const calls = 20 * 600
  for (let i = 0; i < calls; i++, now += 50) {
    budget.called()
    if (budget.spend()) retries++
  }
  expect(retries / calls).toBeLessThanOrEqual(0.1)
  expect(retries / calls).toBeGreaterThan(0.08)
})

test('the pause before it is spread from 100 ms to a second', () => {
  expect([0, 0.5, 1].map((random) => retryPause(1_000, () => random))).toEqual([100, 550, 1_000])
})
