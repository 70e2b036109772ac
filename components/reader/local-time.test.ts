import { afterEach, describe, expect, it, vi } from 'vitest'
import { localText, zoneName } from './local-time'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

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

describe('the zone of a browser', () => {
  it('is called by its name', () => {
    expect(zoneName('utc')).toBe('UTC')
    expect(zoneName('local')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  it.each<[what: string, read: () => Partial<Intl.ResolvedDateTimeFormatOptions>]>([
    ['names none', () => ({})],
    ['does not know it', () => ({ timeZone: 'Etc/Unknown' })],
    [
      'fails',
      () => {
        throw new RangeError('Incorrect locale information provided')
      },
    ],
  ])('that %s is called by its offset', (_, read) => {
    vi.stubEnv('TZ', 'Asia/Kathmandu')
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(
      read as () => Intl.ResolvedDateTimeFormatOptions,
    )
    expect(zoneName('local')).toBe('local time, UTC+05:45')
  })
})
