import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hexLines } from './hex-view'

const bytes = fc.uint8Array({ maxLength: 300 })

it('a hex view has offset, bytes and what prints of them, the last line as short as it is', () => {
  const value = Uint8Array.from([0, 0x1f, 0x20, 0x41, 0x7e, 0x7f, 0xff, 10, 11, 12, 13, 14, 15, 16, 17, 18, 0x5a])
  expect(hexLines(value)).toEqual([
    { offset: '0000', hex: '00 1f 20 41 7e 7f ff 0a 0b 0c 0d 0e 0f 10 11 12', text: '·· A~···········' },
    { offset: '0010', hex: '5a', text: 'Z' },
  ])
  expect(hexLines(new Uint8Array())).toEqual([])
  expect(hexLines(new Uint8Array(65_537), 65_536).map(({ offset }) => offset)).toEqual(['0000', '10000'])
})

it('the lines of a hex view hold every byte once, in order', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 40 }), (value, width) => {
      const hex = hexLines(value, width).flatMap((line) => line.hex.split(' '))
      expect(hex.map((byte) => Number.parseInt(byte, 16))).toEqual([...value])
    }),
  )
})
