import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { networkAt } from '@/lib/testing/upstream/networks'
import { type ListMethod, listOf, type Params } from '../../protocol/rpc/methods'
import { CursorKey } from '../../upstream/networks/signing-key'
import type { Sort } from '../address/columns'
import { encodeCursor, FIRST_PAGE, MAX_BYTES, MAX_TRAIL } from './cursor'
import {
  decodeSortedCursor,
  encodeSortedCursor,
  isSortedCursor,
  type SortedCursor,
  type SortedPlace,
} from './sorted-cursor'

/* The cursor of a sorted list, version 4. What pages do with it: sorted-listing.test.ts. */

const NETWORK = networkAt('http://127.0.0.1:9')
const OWNER = { owner: addressOf('owner') }
const BY_OWNER = 'getCompressedAccountsByOwner'
const BY_AMOUNT: Sort = { column: 'amount', descending: true }
const U64_MAX = 2n ** 64n - 1n

const LISTS: [ListMethod, Params<ListMethod>, Sort][] = [
  [BY_OWNER, OWNER, BY_AMOUNT],
  ['getCompressedTokenAccountsByDelegate', { delegate: addressOf('delegate') }, { column: 'mint', descending: false }],
]

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((all) => Buffer.from(all))

/** Every kind of cell: empty, a u64 to its last digit, a text of any characters. */
const cell = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: 0n, max: U64_MAX }),
  fc.constantFrom(0n, 1n, 2n ** 53n + 1n, U64_MAX),
  fc.string({ maxLength: 200, unit: 'grapheme' }),
)

const placeOf = (method: ListMethod) =>
  fc.record<SortedPlace>({
    cell,
    key: bytes(listOf(method).keyBytes),
    rowsBefore: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
  })

const cursors = fc.constantFrom(...LISTS).chain(([method, params, sort]) =>
  fc.record({
    method: fc.constant(method),
    params: fc.constant(params),
    sort: fc.constant(sort),
    cursor: fc.record<SortedCursor>({
      place: placeOf(method),
      trail: fc.array(placeOf(method), { maxLength: MAX_TRAIL }),
      firstSlot: fc.option(fc.nat()),
      given: fc.constant(true),
    }),
  }),
)

const PLACE: SortedPlace = { cell: U64_MAX, key: Buffer.alloc(40, 3), rowsBefore: 50 }
const CURSOR: SortedCursor = { place: PLACE, trail: [{ ...PLACE, rowsBefore: 25 }], firstSlot: 7, given: true }
const written = () => encodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, CURSOR)
const refused = expect.objectContaining({ problem: expect.objectContaining({ code: 'invalid_params' }) })

describe('the cursor of a sorted list', () => {
  test('reads back as it was written, u64 to the digit; only the earliest places may be left out of a long one', () => {
    fc.assert(
      fc.property(cursors, ({ method, params, sort, cursor }) => {
        const text = encodeSortedCursor(NETWORK, method, params, sort, cursor)
        expect(text).toMatch(/^[\w-]+$/)
        expect(isSortedCursor(text)).toBe(true)
        const read = decodeSortedCursor(NETWORK, method, params, sort, text)
        const left = cursor.trail.length - read.trail.length
        expect(read).toEqual({ ...cursor, trail: cursor.trail.slice(left) })
        if (left > 0) expect(Buffer.from(text, 'base64url').length).toBeGreaterThan(MAX_BYTES / 2)
      }),
    )
  })

  test('holds a number as the integer that it is', () => {
    const place = { ...PLACE, cell: Number.MAX_SAFE_INTEGER }
    const text = encodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, { ...CURSOR, place })
    const read = decodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, text)
    expect(read.place.cell).toBe(BigInt(Number.MAX_SAFE_INTEGER))
  })

  test('keeps at most so many earlier places, the latest of them', () => {
    const trail = Array.from({ length: MAX_TRAIL + 3 }, (_, i) => ({ ...PLACE, rowsBefore: i + 1 }))
    const text = encodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, { ...CURSOR, trail })
    expect(decodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, text).trail).toEqual(trail.slice(3))
  })

  test.each<[string, () => unknown]>([
    ['sort', () => decodeSortedCursor(NETWORK, BY_OWNER, OWNER, { ...BY_AMOUNT, descending: false }, written())],
    ['column', () => decodeSortedCursor(NETWORK, BY_OWNER, OWNER, { ...BY_AMOUNT, column: 'slot' }, written())],
    ['list', () => decodeSortedCursor(NETWORK, BY_OWNER, { owner: addressOf('other') }, BY_AMOUNT, written())],
    [
      'slice',
      () =>
        decodeSortedCursor(NETWORK, BY_OWNER, { ...OWNER, dataSlice: { offset: 0, length: 8 } }, BY_AMOUNT, written()),
    ],
    ['network', () => decodeSortedCursor({ ...NETWORK, name: 'other' }, BY_OWNER, OWNER, BY_AMOUNT, written())],
  ])('is refused with another %s', (_, read) => {
    expect(read).toThrow(refused)
  })

  test('is refused with any byte changed, left out or added, and neither is a list’s own taken for one', () => {
    const whole = Buffer.from(written(), 'base64url')
    const read = (all: Uint8Array) =>
      decodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, Buffer.from(all).toString('base64url'))
    for (let i = 0; i < whole.length; i++) {
      // With another name of a key it is a stranger's: its place alone.
      const named = i >= 1 && i <= 4
      const bent = Buffer.from(whole)
      bent[i] = (bent[i] ?? 0) ^ 1
      if (named) expect(read(bent).given).toBe(false)
      else expect(() => read(bent)).toThrow(refused)
      if (i !== 0) expect(() => read(whole.subarray(0, i))).toThrow(refused)
    }
    expect(() => read(Buffer.concat([whole, Buffer.of(0)]))).toThrow(refused)
    const own = encodeCursor(NETWORK, BY_OWNER, OWNER, FIRST_PAGE)
    expect(isSortedCursor(own)).toBe(false)
    expect(() => decodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, own)).toThrow(refused)
  })

  test('of another key gives its place and nothing more', () => {
    const bytes = Buffer.from(written(), 'base64url')
    new CursorKey('another key').name.copy(bytes, 1)
    const read = decodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, bytes.toString('base64url'))
    expect(read).toEqual({ place: { ...PLACE, rowsBefore: null }, trail: [], firstSlot: null, given: false })
  })

  test('never makes a reader of any bytes fail otherwise than by a refusal', () => {
    const name = new CursorKey('another key').name
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
        const text = Buffer.concat([Buffer.of(4), name, tail]).toString('base64url')
        try {
          decodeSortedCursor(NETWORK, BY_OWNER, OWNER, BY_AMOUNT, text)
        } catch (error) {
          expect(error).toEqual(refused)
        }
      }),
    )
  })
})
