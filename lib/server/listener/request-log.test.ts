import { describe, expect, test, vi } from 'vitest'
import { logOfTest } from '@/lib/testing/log-of-test'
import { virtualTime } from '@/lib/testing/virtual-time'
import { requestCounts } from './request-counts'
import { logRequests } from './request-log'

const clock = virtualTime(Date.UTC(2026, 10, 20))
const { lines } = logOfTest()

describe('requests', () => {
  const finished = {
    route: '/owner/[owner]',
    method: 'GET',
    status: 200,
    ms: 5,
    cache: 'none',
    bytes: 10,
    requestId: 'made-by-us',
    isIdGiven: false,
  }
  const named = { ...finished, requestId: 'abcdefgh-1', isIdGiven: true }

  test('that failed or took long are said, each of them, by route; others are not', () => {
    logRequests()
    const counts = requestCounts()
    counts.finish(finished)
    counts.finish({ ...finished, status: 404 })
    counts.finish({ ...finished, route: '/api/v1/[method]/export', ms: 60_000 })
    expect(lines()).toEqual([])
    for (const status of [500, 502, 503, 504, 504]) counts.finish({ ...finished, status })
    for (const ms of [1_234.5, 2_000]) counts.finish({ ...finished, ms })
    counts.finish({ ...finished, route: '/api/v1/health', status: 503 })
    const line = { route: '/owner/[owner]', req_id: 'made-by-us' }
    expect(lines()).toMatchObject([
      { level: 'error', msg: 'request failed', ...line, status: 500, dur_ms: 5 },
      ...[502, 503, 504, 504].map((status) => ({ level: 'warn', msg: 'request failed', ...line, status })),
      { level: 'warn', msg: 'slow request', route: '/owner/[owner]', status: 200, dur_ms: 1235 },
      { level: 'warn', msg: 'slow request', route: '/owner/[owner]', status: 200, dur_ms: 2000 },
      { level: 'info', msg: 'request failed', route: '/api/v1/health', status: 503 },
    ])
  })

  test('that a client named are said too, at most twenty a second, and how many were left out', () => {
    logRequests()
    const counts = requestCounts()
    for (let n = 0; n < 25; n++) counts.finish(named)
    counts.finish({ ...named, status: 404, ms: 1_500 })
    expect(lines()).toHaveLength(21)
    expect(lines()[0]).toMatchObject({ level: 'info', msg: 'request', req_id: 'abcdefgh-1', status: 200 })
    expect(lines()[20]).toMatchObject({ level: 'warn', msg: 'slow request', req_id: 'abcdefgh-1' })
    clock.skip(1_000)
    counts.finish(named)
    counts.finish(named)
    expect(lines().slice(21)).toMatchObject([{ suppressed: 5 }, { msg: 'request' }])
    expect(lines()[22]).not.toHaveProperty('suppressed')
  })

  test('that failed or took long fill no disk: at most two hundred a second are said, and how many were left out', () => {
    logRequests()
    const counts = requestCounts()
    for (let n = 0; n < 150; n++) counts.finish({ ...finished, status: 503 })
    for (let n = 0; n < 150; n++) counts.finish({ ...finished, ms: 1_500 })
    expect(lines()).toHaveLength(200)
    clock.skip(1_000)
    counts.finish({ ...finished, status: 500 })
    expect(lines().slice(200)).toMatchObject([{ level: 'error', msg: 'request failed', suppressed: 100 }])
  })

  test('are all said where LOG_LEVEL is debug, and where it is error only those that failed by our fault', () => {
    vi.stubEnv('LOG_LEVEL', 'debug')
    logRequests()
    for (let n = 0; n < 30; n++) requestCounts().finish(n % 2 ? finished : named)
    expect(lines()).toHaveLength(30)
    expect(lines()[1]).toMatchObject({ level: 'debug', msg: 'request' })
  })

  test('are said only where they failed by our fault if LOG_LEVEL is error', () => {
    vi.stubEnv('LOG_LEVEL', 'error')
    logRequests()
    for (const status of [200, 404, 503, 500]) requestCounts().finish({ ...named, status, ms: 5_000 })
    expect(lines()).toMatchObject([{ status: 500 }])
    vi.unstubAllEnvs()
  })
})
