import { afterEach, describe, expect, it, vi } from 'vitest'
import { localText } from './local-time'

afterEach(() => vi.unstubAllEnvs())

describe('a moment in local time', () => {
  it.each([
    ['Europe/Berlin', '2026-11-20T23:30:00Z', '2026-11-21 00:30:00 +01:00'],
    ['Europe/Berlin', '2026-07-20T23:30:00Z', '2026-07-21 01:30:00 +02:00'],
    ['Asia/Kathmandu', '2026-11-20T00:00:00Z', '2026-11-20 05:45:00 +05:45'],
    ['America/St_Johns', '2026-11-20T00:00:00Z', '2026-11-19 20:30:00 -03:30'],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20 00:00:00 +00:00'],
  ])('%s at %s', (zone, iso, text) => {
    vi.stubEnv('TZ', zone)
    expect(localText(new Date(iso))).toBe(text)
  })

  it('is the same moment', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    for (let day = 0; day < 365; day++) {
      const moment = new Date(Date.UTC(2026, 0, 1, 9, 59, 59) + day * 86_400_000)
      expect(new Date(localText(moment).replace(' ', 'T').replace(' ', '')).getTime()).toBe(moment.getTime())
    }
  })
})
