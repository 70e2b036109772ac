import { describe, expect, it } from 'vitest'
import { accepted, refusal } from '@/lib/testing/read-url'
import { readStatusUrl } from './address'

describe("the status page's URL", () => {
  const now = Date.UTC(2026, 10, 20, 12)

  it.each<[Record<string, string | string[]>, string[]]>([
    [{ range: '2h' }, ['range must be one of 5m, 15m, 1h, 6h, 24h, 7d, 30d, 90d']],
    [{ view: 'board' }, ['view must be wall, or absent for the whole page']],
    [{ range: ['1h', '6h'] }, ['range must be given once']],
    [
      { from: '2026-11-20T10:00:00Z' },
      ['to is missing: from and to are required together, each a time in UTC such as 2026-11-20T10:00:00Z'],
    ],
    [
      { from: 'yesterday', to: '2026-11-20' },
      [
        'from must be a time in UTC such as 2026-11-20T10:00:00Z',
        'to must be a time in UTC such as 2026-11-20T10:00:00Z',
      ],
    ],
    [{ from: '2026-11-20T10:00:00Z', to: '2026-11-20T09:00:00Z' }, ['to must be at least 10 s after from']],
    [
      { from: '2026-11-20T12:00:01Z', to: '2026-11-20T13:00:00Z' },
      ['from must not be in the future: it is 2026-11-20T12:00:00Z'],
    ],
    [{ from: '2026-01-01T00:00Z', to: '2026-11-20T00:00Z' }, ['from must be at most 90 days before to']],
    [
      { range: '1h', from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z' },
      ['range must be absent where from and to are given'],
    ],
  ])('%j is refused', (search, words) => {
    expect(refusal(readStatusUrl(search, now))).toEqual(words)
  })

  it('needs no range, and takes what a form sends', () => {
    expect(accepted(readStatusUrl({ range: '', from: '', to: '' }, now))).toBeNull()
    const read = accepted(readStatusUrl({ from: '2026-11-20T10:00', to: '2026-11-20T11:00' }, now))
    expect(read).toEqual({ fromMs: now - 7_200_000, toMs: now - 3_600_000 })
  })

  it('takes a range that goes on beyond the present', () => {
    const read = accepted(readStatusUrl({ from: '2026-11-20T10:00:00Z', to: '2026-11-21T00:00:00Z' }, now))
    expect(read).toEqual({ fromMs: now - 7_200_000, toMs: now + 43_200_000 })
  })
})
