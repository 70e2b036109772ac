import { expect, it } from 'vitest'
import { hexDump } from './hex'

it('a hex view has offset, bytes and what prints of them, the last line as short as it is', () => {
  const value = Uint8Array.from([0, 0x1f, 0x20, 0x41, 0x7e, 0x7f, 0xff, 10, 11, 12, 13, 14, 15, 16, 17, 18, 0x5a])
  const [first, last, ...more] = hexDump(value).split('\n')
  expect(first).toBe('0000  00 1f 20 41 7e 7f ff 0a 0b 0c 0d 0e 0f 10 11 12  ·· A~···········')
  expect(last).toBe(`0010  5a${' '.repeat(47)}Z`)
  expect(more).toEqual([])
  expect(hexDump(new Uint8Array())).toBe('')
  expect(hexDump(new Uint8Array(65_537)).split('\n').at(-1)).toMatch(/^10000 {2}00/)
})
