import { expect, test } from 'vitest'
import { linePath } from './line-path'

const hour = { fromMs: 0, toMs: 3_600_000 }
const at = [0, 900, 1_800, 2_700, 3_600]

test('a line goes through known values, is broken where one is not, and shows a value alone as a dot', () => {
  expect(linePath(at, [0, 10, 20, 10, 0], hour, 20)).toBe('M0.0 100.0L250.0 50.0L500.0 0.0L750.0 50.0L1000.0 100.0')
  expect(linePath(at, [0, 10, null, 10, 0], hour, 20)).toBe('M0.0 100.0L250.0 50.0M750.0 50.0L1000.0 100.0')
  expect(linePath(at, [null, 10, null, null, 20], hour, 20)).toBe('M250.0 50.0h0M1000.0 0.0h0')
  expect(linePath([], [], hour, 20)).toBe('')
})
