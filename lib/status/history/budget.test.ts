import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VERDICTS, type Verdict } from '../../api/verdicts'
import { unavailableMs } from './budget'

type Part = [Verdict | null, seconds: number]

function periods(...parts: Part[]) {
  let at = 0
  return parts.map(([verdict, seconds]) => {
    const fromMs = at
    at += seconds * 1_000
    return { fromMs, toMs: at, verdict }
  })
}

const seconds = (fromMs: number, toMs: number) => ({ fromMs: fromMs * 1_000, toMs: toMs * 1_000 })

/** Seconds spent by periods such as `ok 100, none 50`. */
function spent(text: string, range: [number, number], ...windows: [number, number][]) {
  const parts = text.split(', ').map((part): Part => {
    const [verdict, length] = part.split(' ') as [Verdict | 'none', string]
    return [verdict === 'none' ? null : verdict, Number(length)]
  })
  const spans = windows.map(([from, to]) => seconds(from, to))
  return unavailableMs(periods(...parts), spans, seconds(...range)) / 1_000
}

test('ok is available and everything else is not, degraded among it; where nobody checked nothing counts', () => {
  expect(spent('ok 100, degraded 10, behind 10, frozen 10, unreachable 10', [0, 140])).toBe(40)
  expect(spent('ok 100, none 50, ok 50', [0, 200])).toBe(0)
})

test('limited and unknown count as what was before for a minute together, then against', () => {
  expect(spent('ok 100, limited 40, unknown 40, ok 20', [0, 200])).toBe(20)
  expect(spent('frozen 100, limited 40, ok 60', [0, 200])).toBe(140)
  expect(spent('ok 100, none 10, limited 40', [0, 150])).toBe(40)
  expect(spent('unknown 40', [0, 40])).toBe(40)
  // The minute continues across the start of a range.
  expect(spent('ok 100, limited 100', [130, 200])).toBe(40)
})

test('maintenance windows count for neither side', () => {
  expect(spent('ok 100, unreachable 100', [0, 200], [90, 150])).toBe(50)
  expect(spent('ok 100, unreachable 100', [120, 200], [0, 110], [190, 300])).toBe(70)
})

test('whatever happened, no more is spent than was checked', () => {
  const verdict = fc.constantFrom<Verdict | null>(...VERDICTS, null)
  const parts = fc.array(fc.tuple(verdict, fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 300 }), (parts, from) => {
      const all = periods(...parts)
      const range = { fromMs: from * 1_000, toMs: all.at(-1)?.toMs ?? 0 }
      fc.pre(range.fromMs < range.toMs)
      const notOk = all.filter(({ verdict }) => verdict !== null && verdict !== 'ok')
      const most = notOk.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - Math.max(fromMs, range.fromMs)), 0)
      expect(unavailableMs(all, [], range)).toBeLessThanOrEqual(most)
      expect(unavailableMs(all, [range], range)).toBe(0)
    }),
  )
})
