import { describe, expect, test } from 'vitest'
import { layoutOf } from './read-rows'

const DATA = Uint8Array.from({ length: 64 }, (_, i) => i)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Every length around the three bytes of four base64 characters. */
const LENGTHS = [1, 2, 3, 4, 5, 6, 7, 31, 32, 33]

describe('a layout reads a row', () => {
  test.each(LENGTHS)('to its last byte, where it takes %i bytes of a longer row', (length) => {
    const { read } = layoutOf(`all: bytes[${length - 1 || 1}]${length > 1 ? '\nlast: u8' : ''}`)
    const last = read(base64(DATA), 0).at(-1)
    expect(last?.value).toBe(length > 1 ? String(length - 1) : '00')
  })

  test.each(LENGTHS)('to its last byte, where it takes all %i bytes of the row', (length) => {
    const { read } = layoutOf(`all: bytes[${length}]`)
    const [field] = read(base64(DATA.subarray(0, length)), 0)
    expect(field?.value).toBe(Buffer.from(DATA.subarray(0, length)).toString('hex'))
  })

  test.each([0, 1, 2, 3, 4, 5])('of which a slice from byte %i on is loaded', (base) => {
    const { read } = layoutOf('head: bytes[6]\nnumber: u16')
    const [head, number] = read(base64(DATA.subarray(base, base + 20)), base)
    expect(number).toMatchObject({ value: String(6 + 7 * 256), offset: 6 })
    expect(head?.value ?? head?.problem).toBe(base === 0 ? '000102030405' : 'before the loaded slice')
  })

  test('and says of one without data, or whose data is no base64, nothing', () => {
    const { read } = layoutOf('number: u8')
    expect(read(undefined, 0)).toEqual([])
    expect(read('!!!!', 0)).toEqual([])
  })
})
