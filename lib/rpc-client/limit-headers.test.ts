import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limitHint, refusalPause, resetMsOf } from './limit-headers'

const NOW = Date.UTC(2026, 10, 20)
const hint = (remaining: number, limit: number | null, resetMs: number | null) => ({ remaining, limit, resetMs })
const inSeconds = (seconds: number) => String(NOW / 1_000 + seconds)

describe('what a host says of its limit', () => {
  test.each<[Record<string, string>, unknown]>([
    [{}, null],
    [{ 'content-type': 'application/json', 'x-ratelimit-limit': '10' }, null],
    [{ 'x-ratelimit-remaining': '7' }, hint(7, null, null)],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-limit': '10', 'x-ratelimit-reset': '2' }, hint(0, 10, 2_000)],
    [{ 'ratelimit-remaining': '1', 'ratelimit-reset': '0.5' }, hint(1, null, 500)],
    [{ 'x-rate-limit-remaining': '1', 'x-rate-limit-reset': inSeconds(3) }, hint(1, null, 3_000)],
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': String(NOW + 1_250) }, hint(1, null, 1_250)],
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '2026-11-20T00:00:04Z' }, hint(1, null, 4_000)],
    // By the host's own clock, if it sends Date.
    [
      { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': inSeconds(63), date: new Date(NOW + 60_000).toUTCString() },
      hint(1, null, 3_000),
    ],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.5' }, hint(0, null, 1_500)],
    [
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '90',
        'x-ratelimit-remaining-tokens': '0',
      },
      hint(0, null, 90_000),
    ],
    [
      { 'x-ratelimit-limit-second': '5', 'x-ratelimit-remaining-second': '0', 'x-ratelimit-remaining-hour': '40' },
      hint(0, 5, 1_000),
    ],
    [{ 'ratelimit-remaining-constructor': '0' }, hint(0, null, null)],
    // As Solana's public nodes send them: connections do not count as calls.
    [
      {
        'x-ratelimit-method-limit': '40',
        'x-ratelimit-method-remaining': '12',
        'x-ratelimit-rps-limit': '250',
        'x-ratelimit-rps-remaining': '240',
        'x-ratelimit-conn-remaining': '0',
      },
      hint(12, 40, null),
    ],
    [{ ratelimit: 'limit=100, remaining=50, reset=5' }, hint(50, 100, 5_000)],
    [{ ratelimit: '"default";r=0;t=30' }, hint(0, null, 30_000)],
    [{ 'ratelimit-limit': '10, 10;w=1', 'ratelimit-remaining': '3' }, hint(3, 10, null)],
    [{ 'x-ratelimit-remaining': 'many' }, null],
    [{ 'x-ratelimit-remaining': '-1' }, null],
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': 'soon' }, hint(1, null, null)],
    [{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': inSeconds(-5) }, hint(1, null, 0)],
  ])('%j', (headers, expected) => {
    expect(limitHint(headers, NOW)).toEqual(expected)
  })

  test('whatever it says comes to nothing, or to numbers', () => {
    const names = fc.constantFrom(
      'x-ratelimit-remaining',
      'ratelimit',
      'ratelimit-reset',
      'x-ratelimit-reset',
      'x-ratelimit-limit',
      'date',
    )
    const values = fc.oneof(fc.string(), fc.stringMatching(/^[\d.;=rt,\s-]{0,20}$/), fc.constant('9'.repeat(400)))
    fc.assert(
      fc.property(fc.dictionary(names, values), (headers) => {
        const hint = limitHint(headers, NOW)
        for (const value of Object.values(hint ?? {}))
          expect(value === null || (Number.isFinite(value) && value >= 0)).toBe(true)
        const pause = refusalPause(headers, NOW)
        expect(pause === null || (pause >= 1_000 && pause <= 60_000)).toBe(true)
      }),
    )
  })
})

test('a refusal is obeyed for as long as Retry-After says, else until the reset, from 1 s to 60 s', () => {
  expect(refusalPause({ 'retry-after': '3', 'x-ratelimit-reset': '9' }, NOW)).toBe(3_000)
  expect(refusalPause({ 'x-ratelimit-reset': '9' }, NOW)).toBe(9_000)
  expect(refusalPause({ 'ratelimit-reset': inSeconds(3_600) }, NOW)).toBe(60_000)
  expect(refusalPause({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' }, NOW)).toBe(1_000)
  expect(refusalPause({ 'x-ratelimit-remaining': '0' }, NOW)).toBeNull()
  expect(resetMsOf({}, NOW)).toBeNull()
})
