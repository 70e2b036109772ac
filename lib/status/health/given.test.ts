import { expect, test } from 'vitest'
import { VERDICTS, type Verdict } from '../../api/verdicts'
import type { RpcFailure } from '../../protocol/rpc/failure'
import { checkFinding } from './check'
import { type Judgement, judge, NO_JUDGEMENT } from './verdict'

const refused: RpcFailure = { kind: 'network', reason: 'unreachable', message: 'refused' }
const failed = (failure: RpcFailure) => ({ ok: false, failure }) as const
const answered = <T>(result: T) => ({ ok: true, result }) as const

const CHECKS: Record<Verdict, (n: number) => Parameters<typeof checkFinding>> = {
  ok: (n) => [answered('ok'), answered(1_000 + n)],
  degraded: (n) => [failed({ kind: 'rpc', code: -32_000, message: 'Internal server error' }), answered(1_000 + n)],
  behind: (n) => [failed({ kind: 'rpc', code: -32_000, message: 'Node is behind 57 slots' }), answered(1_000 + n)],
  frozen: () => [answered('ok'), answered(1_000)],
  unreachable: () => [failed(refused), failed(refused)],
  limited: () => {
    const busy = failed({ kind: 'http', status: 429, retryAfterMs: null, message: 'Too Many Requests' })
    return [busy, busy]
  },
  unknown: (n) => [failed(refused), answered(1_000 + n)],
}

const START = Date.UTC(2026, 10, 20)

function verdictAfter(checks: (n: number) => Parameters<typeof checkFinding>): Verdict {
  let judgement: Judgement = NO_JUDGEMENT
  for (let n = 0; n < 18; n++) {
    const [health, slot] = checks(n)
    const atMs = n * 5_000
    const { says } = checkFinding(health, slot)
    judgement = judge(judgement, {
      says,
      slot: slot.ok ? slot.result : null,
      atMs,
      at: new Date(START + atMs).toISOString(),
    })
  }
  return judgement.verdict
}

test('an indexer that is not ready is degraded, in its own words, and not behind', () => {
  const health = failed({ kind: 'rpc', code: -32_000, message: 'Indexer is not ready' })
  const text = 'The indexer says: Indexer is not ready'
  expect(checkFinding(health, answered(1_000))).toEqual({ says: 'degraded', lag: null, text })
})

test('a slot that no chain can have reached is no slot', () => {
  expect(checkFinding(answered('ok'), answered(10 ** 12))).toMatchObject({ says: 'unreachable', lag: null })
})

test.each(VERDICTS)('there are checks after which the verdict is %s', (verdict) => {
  expect(verdictAfter(CHECKS[verdict])).toBe(verdict)
})
