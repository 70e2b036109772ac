import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { networkAt } from '@/lib/testing/upstream/networks'
import { type ListMethod, listOf, type Params } from '../../protocol/rpc/methods'
import { CursorKey } from '../../upstream/networks/signing-key'
import type { Sort } from '../address/columns'
import {
  decodeCursor,
  encodeCursor,
  FIRST_PAGE,
  MAX_CURSOR_BYTES,
  MAX_TRAIL,
  type SortedCursor,
  type SortedPlace,
} from './cursor'

/* Versions 4 and 5. What pages do with them: sorted-listing.test.ts. */

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

const sources = [
  { indexer: fc.constant(null), moved: fc.constant(false) },
  { indexer: fc.integer({ min: 1, max: 9 }), moved: fc.boolean() },
]

const cursors = fc
  .constantFrom(...LISTS.flatMap((list) => sources.map((of) => [...list, of] as const)))
  .chain(([method, params, sort, of]) =>
    fc.record({
      method: fc.constant(method),
      params: fc.constant(params),
      sort: fc.constant(sort),
      cursor: fc.record<Omit<SortedCursor, 'sort'>>({
        position: placeOf(method),
        trail: fc.array(placeOf(method), { maxLength: MAX_TRAIL }),
        firstSlot: fc.option(fc.nat()),
        given: fc.constant(true),
        ...of,
      }),
    }),
  )

const PLACE: SortedPlace = { cell: U64_MAX, key: Buffer.alloc(40, 3), rowsBefore: 50 }
const SOURCE = { sort: BY_AMOUNT, indexer: null, moved: false }
const CURSOR: SortedCursor = {
  position: PLACE,
  trail: [{ ...PLACE, rowsBefore: 25 }],
  firstSlot: 7,
  given: true,
  ...SOURCE,
}
const written = () => encodeCursor(NETWORK, BY_OWNER, OWNER, CURSOR)
const read = (text: string, sort = BY_AMOUNT, params: Params<typeof BY_OWNER> = OWNER, network = NETWORK) =>
  decodeCursor(network, BY_OWNER, params, text, sort) as SortedCursor
const refused = expect.objectContaining({ problem: expect.objectContaining({ code: 'invalid_params' }) })

describe('the cursor of a sorted list', () => {
  test('reads back as it was written, u64 to the digit; only the earliest places may be left out of a long one', () => {
    fc.assert(
      fc.property(cursors, ({ method, params, sort, cursor }) => {
        const text = encodeCursor(NETWORK, method, params, { ...cursor, sort })
        expect(text).toMatch(/^[\w-]+$/)
        const read = decodeCursor(NETWORK, method, params, text, sort)
        const left = cursor.trail.length - read.trail.length
        expect(read).toEqual({ ...cursor, sort, trail: cursor.trail.slice(left) })
        if (left > 0) expect(Buffer.from(text, 'base64url').length).toBeGreaterThan(MAX_CURSOR_BYTES / 2)
      }),
    )
  })

  test('holds a number as the integer that it is', () => {
    const position = { ...PLACE, cell: Number.MAX_SAFE_INTEGER }
    const text = encodeCursor(NETWORK, BY_OWNER, OWNER, { ...CURSOR, position })
    expect(read(text).position.cell).toBe(BigInt(Number.MAX_SAFE_INTEGER))
  })

  test('keeps at most so many earlier places, the latest of them', () => {
    const trail = Array.from({ length: MAX_TRAIL + 3 }, (_, i) => ({ ...PLACE, rowsBefore: i + 1 }))
    const text = encodeCursor(NETWORK, BY_OWNER, OWNER, { ...CURSOR, trail })
    expect(read(text).trail).toEqual(trail.slice(3))
  })

  test.each<[string, () => unknown]>([
    ['sort', () => read(written(), { ...BY_AMOUNT, descending: false })],
    ['column', () => read(written(), { ...BY_AMOUNT, column: 'slot' })],
    ['list', () => read(written(), BY_AMOUNT, { owner: addressOf('other') })],
    ['slice', () => read(written(), BY_AMOUNT, { ...OWNER, dataSlice: { offset: 0, length: 8 } })],
    ['network', () => read(written(), BY_AMOUNT, OWNER, { ...NETWORK, name: 'other' })],
    ['order, the list’s own', () => decodeCursor(NETWORK, BY_OWNER, OWNER, written())],
  ])('is refused with another %s', (_, read) => {
    expect(read).toThrow(refused)
  })

  test('is refused with any byte changed, left out or added, and neither is a list’s own taken for one', () => {
    const whole = Buffer.from(written(), 'base64url')
    const readBytes = (all: Uint8Array) => read(Buffer.from(all).toString('base64url'))
    for (let i = 0; i < whole.length; i++) {
      // With another key's name it is a foreign cursor: only its place counts.
      const named = i >= 1 && i <= 4
      const bent = Buffer.from(whole)
      bent[i] = (bent[i] ?? 0) ^ 1
      if (named) expect(readBytes(bent).given).toBe(false)
      else expect(() => readBytes(bent)).toThrow(refused)
      if (i !== 0) expect(() => readBytes(whole.subarray(0, i))).toThrow(refused)
    }
    expect(() => readBytes(Buffer.concat([whole, Buffer.of(0)]))).toThrow(refused)
    const own = encodeCursor(NETWORK, BY_OWNER, OWNER, FIRST_PAGE)
    expect(() => read(own)).toThrow(refused)
  })

  test('of another key gives its place and nothing more', () => {
    const bytes = Buffer.from(written(), 'base64url')
    new CursorKey('another key').name.copy(bytes, 1)
    expect(read(bytes.toString('base64url'))).toEqual({
      position: { ...PLACE, rowsBefore: null },
      trail: [],
      firstSlot: null,
      given: false,
      ...SOURCE,
    })
  })

  test('never makes a reader of any bytes fail otherwise than by a refusal', () => {
    const name = new CursorKey('another key').name
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
        const text = Buffer.concat([Buffer.of(4), name, tail]).toString('base64url')
        try {
          read(text)
        } catch (error) {
          expect(error).toEqual(refused)
        }
      }),
    )
  })
})
