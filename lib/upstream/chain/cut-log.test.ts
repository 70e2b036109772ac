import { expect, test } from 'vitest'
import { cutLog } from './cut-log'

test.each([
  ['1,000 lines', Array<string>(1_000).fill('x'), 1_000, 'x'],
  ['1,001 lines', Array<string>(1_001).fill('x'), 1_001, 'Log truncated'],
  ['65,536 characters', ['x', 'y'.repeat(65_535)], 2, 'y'.repeat(65_535)],
  ['65,537 characters', ['xx', 'y'.repeat(65_535), 'z'], 2, 'Log truncated'],
  ['nothing', [], 0, undefined],
])('a log of %s is kept up to its bounds, and what was cut says so once', (_, lines, length, last) => {
  const cut = cutLog(lines)
  expect([cut.length, cut.at(-1)]).toEqual([length, last])
  expect(cutLog(cut)).toEqual(cut)
})
