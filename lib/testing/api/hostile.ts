import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { bodyOf, faultOf, hostileAnswer, REQUESTS } from '@/lib/testing/stand-in/hostile-answers'
import { MAX_FRAME_VALUES, MAX_ROW_VALUES, PORTION_BYTES, PORTION_ROWS } from '@/lib/upstream/indexer/answer/budget'
import { AnswerScan } from '@/lib/upstream/indexer/answer/scan'
import type { Explorer } from './explorer'

const MAX_ROWS = 1_000

/** facts/reliability.md (b). */
const DESIGNED = [
  'schema_mismatch',
  'bad_upstream_response',
  'too_large',
  'upstream_error',
  'upstream_auth',
  'upstream_rate_limited',
]

/** Longer than any pause or cache lifetime: a final answer is kept for a week. */
const ANOTHER_LIFE_MS = 8 * 86_400_000

/** @param largest bytes of the content of a hostile answer */
export async function askHostile(explorer: Explorer, runs: number, largest: number): Promise<void> {
  const ended = vi.spyOn(AnswerScan.prototype, 'end')
  await fc.assert(
    fc.asyncProperty(hostileAnswer(largest), async (answer) => {
      ended.mockClear()
      const calls = explorer.indexer.callCount
      explorer.clock.skip(ANOTHER_LIFE_MS)
      explorer.indexer.fail(faultOf(answer))
      const { status, body, headers } = await explorer.get(REQUESTS[answer.method])
      expect(explorer.indexer.callCount).toBeGreaterThan(calls)
      // 503 where the breaker, which one failure reopens, opened between the two attempts.
      expect([200, 502, 503]).toContain(status)
      if (status !== 200) {
        expect(DESIGNED).toContain(body?.code)
        expect(headers.get('content-type')).toBe('application/problem+json')
      }
      const { length } = bodyOf(answer)
      for (const scan of ended.mock.contexts) expectBounded(scan as AnswerScan, length)
    }),
    { numRuns: runs },
  )
  expect(explorer.log.filter((line) => line.includes('api fault'))).toEqual([])
  explorer.clock.skip(ANOTHER_LIFE_MS)
  explorer.indexer.fail(null)
  expect((await explorer.get('getIndexerSlot')).status).toBe(200)
}

function expectBounded({ work, refusal }: AnswerScan, bytes: number): void {
  expect(work.rows).toBeLessThanOrEqual(MAX_ROWS)
  expect(work.values).toBeLessThanOrEqual(MAX_FRAME_VALUES + 1 + work.rows * MAX_ROW_VALUES + 1)
  expect(work.checked).toBeLessThanOrEqual(work.rows)
  expect(work.portions).toBeLessThanOrEqual(Math.ceil(work.rows / PORTION_ROWS) + (2 * bytes) / PORTION_BYTES)
  if (refusal !== null) expect(work).toMatchObject({ portions: 0, checked: 0 })
}
