import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { logOddRequests } from '../http/log-requests'
import { requestCounts } from '../http/request-counts'
import { errorClass, log, logSeldom } from './log'

const clock = virtualTime(Date.UTC(2026, 10, 20))
let written: string
beforeEach(() => {
  written = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += text
    return true
  })
})
const lines = () =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('the log', () => {
  test('is one line of JSON for each event', () => {
    log('warn', 'verdict', { upstream: 'devnet', from: 'ok', to: 'frozen' })
    log('info', 'draining')
    expect(lines()).toEqual([
      {
        ts: '2026-11-20T00:00:00.000Z',
        level: 'warn',
        msg: 'verdict',
        upstream: 'devnet',
        from: 'ok',
        to: 'frozen',
      },
      { ts: expect.any(String), level: 'info', msg: 'draining' },
    ])
  })

  test('whatever a member holds, it forges no line, colours no terminal and is not long', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3_000 }),
      fc.constantFrom('a\n{"level":"error"}', '\r\n', '\x1B[31m', '\u202Etxt', '\u2028', '"}', '\\', 'x'.repeat(5_000)),
    )
    fc.assert(
      fc.property(text, (said) => {
        written = ''
        log('info', 'event', { said })
        expect(written).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029](?!$)/u)
        expect(written.indexOf('\n')).toBe(written.length - 1)
        expect(written.length).toBeLessThanOrEqual(2_001)
      }),
      { numRuns: 200 },
    )
  })

  test('what happens often is said once in 5 s, with how often it was', () => {
    for (let n = 0; n < 10; n++) logSeldom('devnet timeout', 'warn', 'upstream failure', {})
    logSeldom('devnet http_500', 'warn', 'upstream failure', {})
    expect(lines()).toHaveLength(2)
    clock.skip(5_000)
    logSeldom('devnet timeout', 'warn', 'upstream failure', {})
    expect(lines().at(-1)).toMatchObject({ msg: 'upstream failure', suppressed: 9 })
  })

  test('of an error stands its class and code there, never its words', () => {
    const error = Object.assign(new TypeError('connect to https://key@host failed'), { code: 'ECONNREFUSED' })
    expect(errorClass(error)).toBe('TypeError ECONNREFUSED')
    expect(errorClass('https://key@host')).toBe('string')
  })
})

describe('requests', () => {
  const finished = {
    route: '/owner/[owner]',
    method: 'GET',
    status: 200,
    ms: 5,
    cache: 'none',
    bytes: 10,
    requestId: undefined,
  }

  test('that failed by our fault or took long are said, by route; others are not', () => {
    logOddRequests()
    const counts = requestCounts()
    counts.finish(finished)
    counts.finish({ ...finished, status: 404 })
    counts.finish({ ...finished, status: 503 })
    counts.finish({ ...finished, route: '/api/v1/[method]/export', ms: 60_000 })
    expect(lines()).toEqual([])
    counts.finish({ ...finished, status: 500, requestId: 'abcdefgh-1' })
    counts.finish({ ...finished, ms: 1_234.5 })
    expect(lines()).toMatchObject([
      { level: 'error', msg: 'request failed', route: '/owner/[owner]', status: 500, dur_ms: 5, req_id: 'abcdefgh-1' },
      { level: 'warn', msg: 'slow request', route: '/owner/[owner]', status: 200, dur_ms: 1235 },
    ])
  })
})
