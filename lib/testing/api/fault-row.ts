import { expect } from 'vitest'
import type { ProblemCode } from '@/lib/api/problem'
import type { Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { CallOutcome } from '@/lib/upstream/indexer/call-counts'
import type { ClientResponse } from './client'
import type { Explorer } from './explorer'

export const OWNER = addressOf('owner')
export const ACCOUNTS = `getCompressedAccountsByOwner?owner=${OWNER}`

const HASH = hashOf('account')
export const SIGNATURES = `getCompressionSignaturesForAccount?hash=${HASH}`

/** Longer than any pause of the gateway: gate, open breaker, retry budget. */
export const ALL_PAUSES_MS = 120_000

/** Beyond every age of a list: 10 min after an error. facts/reliability.md (b). */
export const ALL_AGES_MS = 700_000

export interface Expected {
  status: number
  code: ProblemCode
  calls: number | [least: number, most: number]
  outcome: CallOutcome
}

export async function expectFault(
  explorer: Explorer,
  fault: Fault,
  expected: Expected,
  path = ACCOUNTS,
  meanwhile: () => Promise<void> = async () => {},
): Promise<ClientResponse> {
  const { indexer } = explorer
  fill(explorer)
  indexer.fail(fault)
  const [response] = await Promise.all([explorer.get(path), meanwhile()])
  expectProblem(response, expected)
  expectCalls(indexer.callCount, expected.calls)
  expect(explorer.outcomes()).toEqual({ [expected.outcome]: indexer.callCount })
  expect(explorer.log.join('')).toContain('"msg":"upstream failure"')
  await expectRecovery(explorer, path)
  return response
}

export function fill({ indexer: { data } }: Explorer): void {
  data.accounts = makeAccounts(OWNER, 3)
  data.signatures[HASH] = makeSignatures(2)
}

export function expectProblem(
  { status, headers, body }: ClientResponse,
  expected: Pick<Expected, 'status' | 'code'>,
): void {
  expect({ status, code: body?.code }).toEqual({ status: expected.status, code: expected.code })
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toBe(body?.requestId)
}

export async function expectRecovery(explorer: Explorer, path = ACCOUNTS): Promise<void> {
  const { indexer } = explorer
  indexer.fail(null)
  // A flight that began under the fault continues without readers, and still meets it.
  await explorer.clock.pass(ALL_PAUSES_MS)
  await explorer.landed()
  const before = indexer.callCount
  expect((await explorer.get(path)).status).toBe(200)
  // A cached older answer is served once more while the new one is fetched.
  await explorer.landed()
  expect((await explorer.get(path)).body?.meta).toMatchObject({ state: 'fresh' })
  expect(indexer.callCount).toBeGreaterThan(before)
}

function expectCalls(calls: number, expected: Expected['calls']): void {
  const [least, most] = typeof expected === 'number' ? [expected, expected] : expected
  expect(calls).toBeGreaterThanOrEqual(least)
  expect(calls).toBeLessThanOrEqual(most)
}
