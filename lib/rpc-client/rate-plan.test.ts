import { describe, expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { RatePlan } from './rate-plan'
import type { RequestClass } from './urgency'

const clock = virtualTime()

function planOf(perSecond: number) {
  return { plan: new RatePlan(perSecond), pass: (ms: number) => clock.skip(ms), now: () => clock.monotonic() }
}

function greedy(
  { plan, pass, now }: ReturnType<typeof planOf>,
  ms: number,
  by: RequestClass = 'interactive',
): number[] {
  const times: number[] = []
  for (const end = now() + ms; now() < end; ) {
    const wait = plan.waitMs(by)
    if (wait > 0) pass(Math.min(wait, end - now()))
    else {
      plan.take()
      times.push(now())
    }
  }
  return times
}

describe('the bucket', () => {
  test.each([0.5, 1, 2, 10, 50, 500])(
    'a plan of %d: four fifths of it in the long run, never more than it in a second',
    (perSecond) => {
      const times = greedy(planOf(perSecond), 60_000)
      expect(times.length).toBeLessThanOrEqual(0.8 * perSecond * 60 + Math.max(1, 0.2 * perSecond))
      expect(times.length).toBeGreaterThan(0.78 * perSecond * 60)
      let first = 0
      const within = times.map((at, i) => {
        while ((times[first] ?? at) <= at - 1_000) first++
        return i - first + 1
      })
      const most = Math.max(...within)
      expect(most).toBeLessThanOrEqual(Math.max(2, perSecond))
    },
  )

  test('what is less urgent leaves a reserve', () => {
    const { plan } = planOf(50)
    const spend = (by: RequestClass) => {
      let calls = 0
      for (; plan.waitMs(by) === 0; calls++) plan.take()
      return calls
    }
    expect(spend('export')).toBe(5)
    expect(spend('refresh')).toBe(2)
    expect(spend('interactive')).toBe(3)
  })

  test('a probe does not wait, but the next call does', () => {
    const { plan, pass } = planOf(2)
    plan.charge()
    plan.charge()
    expect(plan.waitMs('interactive')).toBe(1_250)
    pass(1_250)
    expect(plan.waitMs('interactive')).toBe(0)
  })
})

describe('after a 429', () => {
  test('seven tenths, once for refusals that come together, and a call more per clean minute up to the plan', () => {
    const { plan, pass } = planOf(10)
    plan.refused()
    plan.refused()
    expect(plan.rate).toBeCloseTo(5.6)
    pass(1_000)
    plan.refused()
    expect(plan.rate).toBeCloseTo(3.92)
    pass(59_000)
    expect(plan.rate).toBeCloseTo(3.92)
    pass(1_000)
    expect(plan.rate).toBeCloseTo(4.92)
    pass(600_000)
    expect(plan.rate).toBe(8)
  })

  test('never nothing', () => {
    const { plan, pass } = planOf(10)
    for (let i = 0; i < 100; i++, pass(1_000)) plan.refused()
    expect(plan.rate).toBeCloseTo(0.4)
  })
})

describe('scale to the plan', () => {
  test.each([
    [100, 1],
    [10, 1],
    [2, 4],
    [1, 8],
  ])('a plan of %d: freshness is at least %d times as long', (perSecond, factor) => {
    expect(planOf(perSecond).plan.freshnessFactor).toBeCloseTo(factor)
  })

  test('probes slow down on plans too small for them', () => {
    expect([100, 2, 1, 0.5, 0.01].map((perSecond) => planOf(perSecond).plan.probeMs)).toEqual([
      100, 5_000, 10_000, 20_000, 60_000,
    ])
  })
})
