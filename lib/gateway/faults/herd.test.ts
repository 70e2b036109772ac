import { expect, test, vi } from 'vitest'
import { explorerPerTest, type Said } from '@/lib/testing/api/explorer'
import {
  ACCOUNTS,
  ALL_AGES_MS,
  AT_ONCE_MS,
  expectCalls,
  expectProblem,
  expectRecovery,
  fill,
} from '@/lib/testing/api/fault-row'
import { ALL_CANARIES } from '@/lib/testing/gateway/canary'
import { FAULTS } from '@/lib/testing/stand-in/faults'

/** A fault of our own, for F47: the check behind the parser throws what nobody expects. */
const hook = vi.hoisted(() => ({ thrown: null as Error | null }))

vi.mock('../upstream/integrity', async (original) => {
  const real = await original<typeof import('../upstream/integrity')>()
  return {
    ...real,
    integrityError: (...asked: Parameters<typeof real.integrityError>) => {
      if (hook.thrown) throw hook.thrown
      return real.integrityError(...asked)
    },
  }
})

const explorer = explorerPerTest()

function herd(count: number, init?: RequestInit): Promise<Said[]> {
  return Promise.all(Array.from({ length: count }, () => explorer.get(ACCOUNTS, init)))
}

test('F44 1,000 readers at once with nothing at hand: one call, 1,000 equal answers', async () => {
  fill(explorer)
  explorer.indexer.fail({ kind: 'slow', ms: 50 })
  const answers = await herd(1_000)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1_000)
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(explorer.indexer.callCount).toBe(1)
})

test('F44 three waves of 50 with time between them: three calls', async () => {
  fill(explorer)
  for (let wave = 0; wave < 3; wave++) {
    await herd(50)
    explorer.skip(ALL_AGES_MS)
  }
  expect(explorer.indexer.callCount).toBe(3)
})

test('F45 999 of 1,000 readers leave: the last one is answered, and the answer is remembered', async () => {
  fill(explorer)
  explorer.indexer.fail({ kind: 'slow', ms: 100 })
  const leave = new AbortController()
  const leaving = herd(999, { signal: leave.signal })
  const staying = explorer.get(ACCOUNTS)
  await expect.poll(() => explorer.indexer.callCount).toBe(1)
  leave.abort()
  expect((await staying).status).toBe(200)
  await leaving
  expect((await explorer.get(ACCOUNTS)).status).toBe(200)
  expect(explorer.indexer.callCount).toBe(1)
})

test.each([
  ['500', FAULTS.serverError, 'upstream_error', [1, 2]],
  ['an answer that breaks off', FAULTS.cut, 'bad_upstream_response', [1, 2]],
  ['a wrong shape', FAULTS.wrongShape, 'schema_mismatch', [1, 1]],
] as const)(
  'F46 1,000 readers and %s: at most two calls, the same problem for all, then a new question',
  async (_, fault, code, calls) => {
    fill(explorer)
    explorer.indexer.fail(fault)
    const answers = await herd(1_000)
    for (const said of answers.slice(0, 10)) expectProblem(said, { status: 502, code })
    const problems = answers.map(({ body }) => JSON.stringify({ ...body, requestId: '' }))
    expect(new Set(problems).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body?.requestId)).size).toBe(1_000)
    expectCalls(explorer.indexer.callCount, [...calls])
    await expectRecovery(explorer)
  },
)

test('F47 a fault of our own in reading: all who wait are told at once, nothing stays under way', async () => {
  fill(explorer)
  hook.thrown = new TypeError(`cannot read ${ALL_CANARIES}`)
  const answers = await herd(100)
  hook.thrown = null
  for (const said of answers) expectProblem(said, { status: 500, code: 'internal_error' })
  const took = answers.map(({ tookMs }) => tookMs)
  expect(Math.max(...took) - Math.min(...took)).toBeLessThan(AT_ONCE_MS)
  expect(explorer.indexer.callCount).toBe(1)
  expect(explorer.log.join('')).toContain('"msg":"api fault","error":"TypeError"')
  await expectRecovery(explorer)
})
