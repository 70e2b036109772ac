import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VERDICTS, type Verdict } from '../../api/verdicts'
import { type Measured, measured, totalOf } from './availability'

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

/** Seconds counted and available in periods such as `ok 100, none 50`. */
function total(text: string, range: [number, number], ...windows: [number, number][]) {
  const parts = text.split(', ').map((part): Part => {
    const [verdict, length] = part.split(' ') as [Verdict | 'none', string]
    return [verdict === 'none' ? null : verdict, Number(length)]
  })
  const spans = windows.map(([from, to]) => seconds(from, to))
  const { countedMs, availableMs } = totalOf(measured(periods(...parts), spans, seconds(...range)))
  return [countedMs / 1_000, availableMs / 1_000]
}

test('ok is available and everything else is not, degraded among it; where nobody checked nothing counts', () => {
  expect(total('ok 100, degraded 10, behind 10, frozen 10, unreachable 10', [0, 140])).toEqual([140, 100])
  expect(total('ok 100, none 50, ok 50', [0, 200])).toEqual([150, 150])
  expect(total('none 50', [0, 50])).toEqual([0, 0])
})

test('limited and unknown count as what was before for a minute together, then against', () => {
  expect(total('ok 100, limited 40, unknown 40, ok 20', [0, 200])).toEqual([200, 180])
  expect(total('frozen 100, limited 40, ok 60', [0, 200])).toEqual([200, 60])
  expect(total('ok 100, none 10, limited 40', [0, 150])).toEqual([140, 100])
  expect(total('unknown 40', [0, 40])).toEqual([40, 0])
  // The minute continues across the start of a range.
  expect(total('ok 100, limited 100', [130, 200])).toEqual([70, 30])
})

test('maintenance windows count for neither side', () => {
  expect(total('ok 100, unreachable 100', [0, 200], [90, 150])).toEqual([140, 90])
  expect(total('ok 100, unreachable 100', [120, 200], [0, 110], [190, 300])).toEqual([70, 0])
})

test('whatever happened, the parts are the range, and no more is available than counts', () => {
  const verdict = fc.constantFrom<Verdict | null>(...VERDICTS, null)
  const parts = fc.array(fc.tuple(verdict, fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 20 })
  const edges = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(parts, edges, fc.integer({ min: 0, max: 300 }), (parts, edges, from) => {
      const all = periods(...parts)
      const range = { fromMs: from * 1_000, toMs: all.at(-1)?.toMs ?? 0 }
      fc.pre(range.fromMs < range.toMs)
      const sorted = [...new Set(edges)].sort((a, b) => a - b)
      const windows = sorted.flatMap((edge, i) => (i % 2 === 1 ? [seconds(sorted[i - 1] ?? 0, edge)] : []))
      const by = measured(all, windows, range)
      const sum = (of: (part: Measured) => number) => [...by.values()].reduce((total, part) => total + of(part), 0)
      expect(sum(({ ms }) => ms)).toBe(range.toMs - range.fromMs)
      for (const part of by.values()) expect(part.availableMs + part.maintenanceMs).toBeLessThanOrEqual(part.ms)
    }),
  )
})
