import { expect, test, vi } from 'vitest'
import type { ProblemCode } from '@/lib/api/problem'
import type { AskInit, ClientResponse } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, ALL_AGES_MS, expectProblem, expectRecovery, fill } from '@/lib/testing/api/fault-row'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { ALL_CANARIES } from '@/lib/testing/upstream/canary'
import { CallCounts } from '@/lib/upstream/indexer/call-counts'

const explorer = explorerPerTest()

/** Milliseconds. */
const ANSWER_MS = 50

async function herd(count: number, init?: AskInit): Promise<Promise<ClientResponse>[]> {
  const pending = Array.from({ length: count }, () => explorer.get(ACCOUNTS, init))
  await explorer.asking(count)
  return pending
}

function answered(pending: Promise<ClientResponse>[]): Promise<ClientResponse[]> {
  return explorer.clock.during(Promise.all(pending))
}

test('F44 300 readers at once with nothing at hand: one call, 300 equal answers', async () => {
  fill(explorer)
  explorer.indexer.fail({ kind: 'slow', ms: ANSWER_MS })
  const answers = await answered(await herd(300))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(explorer.indexer.callCount).toBe(1)
})

test('F44 three waves of 50 with time between them: three calls', async () => {
  fill(explorer)
  explorer.indexer.fail({ kind: 'slow', ms: ANSWER_MS })
  for (let wave = 0; wave < 3; wave++) {
    await answered(await herd(50))
    explorer.clock.skip(ALL_AGES_MS)
  }
  expect(explorer.indexer.callCount).toBe(3)
})

test('F45 299 of 300 readers leave: the last one is answered, and the answer is remembered', async () => {
  fill(explorer)
  explorer.indexer.fail({ kind: 'slow', ms: ANSWER_MS })
  const staying = explorer.get(ACCOUNTS)
  const leave = new AbortController()
  const leaving = Promise.allSettled(
    Array.from({ length: 299 }, () => explorer.get(ACCOUNTS, { signal: leave.signal })),
  )
  await explorer.asking(300)
  leave.abort()
  expect((await leaving).every(({ status }) => status === 'rejected')).toBe(true)
  expect((await explorer.clock.during(staying)).status).toBe(200)
  expect((await explorer.get(ACCOUNTS)).status).toBe(200)
  expect(explorer.indexer.callCount).toBe(1)
})

test.each<[string, Fault, ProblemCode, number]>([
  ['500', FAULTS.serverError, 'upstream_error', 2],
  ['an answer that breaks off', FAULTS.cut, 'bad_upstream_response', 2],
  ['a wrong shape', FAULTS.wrongShape, 'schema_mismatch', 1],
])(
  'F46 300 readers and %s: at most two calls, the same problem for all, then a new question',
  async (_, fault, code, calls) => {
    fill(explorer)
    explorer.indexer.fail({ kind: 'late', ms: ANSWER_MS, fault })
    const answers = await answered(await herd(300))
    for (const response of answers.slice(0, 10)) expectProblem(response, { status: 502, code })
    const problems = answers.map(({ body }) => JSON.stringify({ ...body, requestId: '' }))
    expect(new Set(problems).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body?.requestId)).size).toBe(300)
    expect(explorer.indexer.callCount).toBe(calls)
    await expectRecovery(explorer)
  },
)

test('F47 a fault of our own in reading: all who wait are told at once, nothing stays under way', async () => {
  fill(explorer)
  explorer.indexer.fail({ kind: 'slow', ms: ANSWER_MS })
  const pending = await herd(100)
  const broken = vi.spyOn(CallCounts.prototype, 'call').mockImplementation(() => {
    throw new TypeError(`cannot read ${ALL_CANARIES}`)
  })
  explorer.clock.skip(ANSWER_MS)
  const answers = await Promise.all(pending)
  broken.mockRestore()
  for (const response of answers) expectProblem(response, { status: 500, code: 'internal_error' })
  expect(explorer.indexer.callCount).toBe(1)
  expect(explorer.log.join('')).toContain('"msg":"api fault","error":"TypeError"')
  await expectRecovery(explorer)
})
