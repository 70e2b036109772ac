import { beforeEach, describe, expect, test, vi } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { logOddRequests } from './log-requests'
import { requestCounts } from './request-counts'

virtualTime(Date.UTC(2026, 10, 20))
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
