import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectProblem } from '@/lib/testing/api/fault-row'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'

const explorer = explorerPerTest()
const LIMITED = { status: 503, code: 'upstream_rate_limited' } as const

function limitedUntil(retryAfter: string, date?: Date): Fault {
  const fault = FAULTS.rateLimited(retryAfter)
  return date && fault.kind === 'reply' ? { ...fault, headers: { ...fault.headers, date: date.toUTCString() } } : fault
}

/** Milliseconds. */
async function pauseAfter(fault: Fault): Promise<number> {
  explorer.indexer.fail(fault)
  const response = await explorer.get('getIndexerSlot')
  expectProblem(response, LIMITED)
  expect(Number(response.headers.get('retry-after'))).toBe(Math.ceil(Number(response.body?.retryAfterMs) / 1000))
  return Number(response.body?.retryAfterMs)
}

async function expectSilence(): Promise<void> {
  const before = explorer.indexer.callCount
  for (let i = 0; i < 20; i++) {
    const response = await explorer.get(i % 2 ? 'getIndexerSlot' : ACCOUNTS)
    expectProblem(response, LIMITED)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  expect(explorer.indexer.callCount).toBe(before)
}

test('F01 429 with Retry-After 2: silence for 2 s, the probe included, then one call', async () => {
  const pause = await pauseAfter(FAULTS.rateLimited('2'))
  expect(pause).toBe(2_000)
  explorer.indexer.fail(null)
  explorer.clock.skip(1_500)
  await expectSilence()
  expect((await explorer.get('health')).body).toMatchObject({ status: 'warn', verdict: 'limited' })
  expect(explorer.indexer.callCount).toBe(1)
  explorer.clock.skip(500)
  expect((await explorer.get('getIndexerSlot')).status).toBe(200)
  expect(explorer.indexer.callCount).toBe(2)
  expect(explorer.log.filter((line) => line.includes('http_429'))).toHaveLength(1)
})

test.each([
  ['20 s ahead of its own clock', 20_000, 20_000],
  ['a day ahead', 86_400_000, 60_000],
  ['in the past', -20_000, 1_000],
])('F02 429 with an HTTP date, upstream clock an hour ahead: %s', async (_, aheadMs, expected) => {
  const theirs = explorer.clock.wall() + 3_600_000
  const pause = await pauseAfter(limitedUntil(new Date(theirs + aheadMs).toUTCString(), new Date(theirs)))
  expect(pause).toBe(expected)
})

test.each([
  ['999999', 60_000, 60_000],
  ['-5', 1_000, 1_000],
  ['abc', 800, 1_200],
  ['', 800, 1_200],
])('F03 429 with Retry-After "%s": a pause between 1 and 60 s', async (retryAfter, least, most) => {
  const pause = await pauseAfter(FAULTS.rateLimited(retryAfter))
  expect(pause).toBeGreaterThanOrEqual(least)
  expect(pause).toBeLessThanOrEqual(most)
  await expectSilence()
})

test('F04 429 as plain text: pauses that double, and no talk of an unreadable answer', async () => {
  let longest = 0
  for (const expected of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const pause = await pauseAfter(FAULTS.tooManyConnections)
    expect(pause).toBeGreaterThanOrEqual(expected * 0.8)
    expect(pause).toBeLessThanOrEqual(expected * 1.2)
    longest = Math.max(longest, pause)
    await expectSilence()
    explorer.clock.skip(pause)
  }
  expect(explorer.indexer.callCount).toBe(7)
  const { gated, ...made } = explorer.outcomes()
  expect(made).toEqual({ http_429: 7 })
  expect(gated).toBe(7 * 20)
  expect(explorer.log.join('')).toContain('http_429')
  expect(explorer.log.join('')).not.toContain('malformed')
  explorer.indexer.fail(null)
  expect((await explorer.get('getIndexerSlot')).status).toBe(200)
  explorer.clock.skip(60_000)
  expect(await pauseAfter(FAULTS.tooManyConnections)).toBeLessThan(2_000)
})
