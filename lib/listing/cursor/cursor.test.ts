import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { networkAt } from '@/lib/testing/upstream/networks'
import { foreignCursor, leafCursor, slotCursor } from '@/lib/testing/upstream/strangers-cursor'
import { type ListMethod, listOf } from '../../protocol/rpc/methods'
import {
  cursorBehind,
  decodeCursor,
  encodeCursor,
  FIRST_PAGE,
  type ListingCursor,
  MAX_TRAIL,
  type Position,
} from './cursor'
import { readCursor } from './place'

const NETWORK = networkAt('http://127.0.0.1:9')

const PARAMS: Record<ListMethod, object> = {
  getCompressedAccountsByOwner: { owner: addressOf('owner') },
  getCompressedTokenAccountsByDelegate: { delegate: addressOf('delegate'), mint: addressOf('mint') },
  getLatestCompressionSignatures: {},
}

/** Cursors in links from before there were signatures, with and without a slot. */
const OLDER = [
  'AoV9yf4Av4TfxwEABDIAAAAAAAAAADEJEhqdAKGPvXoDfJV3FcUaN-fvIqRyPfzS9Tf7_t_w0A',
  'AYV9yf4AAAQyAAAAAAAAAAAxCRI',
]

const NAMED_CHARS = 7

const methods = Object.keys(PARAMS) as ListMethod[]

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

const upstream = fc.oneof(
  bytes(32).map(base58.encode),
  bytes(40).map(base58.encode),
  bytes(64).map(base58.encode),
  bytes(72).map(base58.encode),
  fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom('1', 'a', '0') }),
)

function position(method: ListMethod): fc.Arbitrary<Position> {
  const key = bytes(listOf(method).keyBytes)
  return fc.record({
    upstream: fc.option(upstream),
    after: fc.option(key),
    orderStatus: fc.constantFrom('ordered', 'joined', 'unproven', 'broken'),
    rowsBefore: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
  })
}

const cursors = fc.constantFrom(...methods).chain((method) =>
  fc.record({
    method: fc.constant(method),
    cursor: fc.record<ListingCursor>({
      position: position(method),
      trail: fc.array(position(method), { maxLength: MAX_TRAIL }),
      firstSlot: fc.option(
        fc.oneof(
          fc.nat(),
          fc.maxSafeNat().map((n) => Math.max(0, n - 1)),
        ),
      ),
      indexer: fc.option(fc.nat()),
      given: fc.constant(true),
      placeSlot: fc.constant(null),
    }),
  }),
)

function plain({ position, trail, ...rest }: ListingCursor) {
  const shown = (each: Position) => ({ ...each, after: each.after && Buffer.from(each.after).toString('hex') })
  return { position: shown(position), trail: trail.map(shown), ...rest }
}

describe('the cursor of a listing', () => {
  test('reads back as it was written; only the earliest positions may be left out of a long one', () => {
    fc.assert(
      fc.property(cursors, ({ method, cursor }) => {
        const text = encodeCursor(NETWORK, method, PARAMS[method], cursor)
        expect(text).toMatch(/^[\w-]+$/)
        const read = decodeCursor(NETWORK, method, PARAMS[method], text)
        const left = cursor.trail.length - read.trail.length
        expect(plain(read)).toEqual(plain({ ...cursor, trail: cursor.trail.slice(left) }))
      }),
    )
  })

  test('of version 1 or 2, which bore no signature, is refused', () => {
    for (const text of OLDER) {
      expect(thrown(() => decodeCursor(NETWORK, 'getCompressedAccountsByOwner', {}, text))).toMatchObject({
        problem: { status: 400, invalid: [{ name: 'cursor' }] },
      })
    }
  })

  test('of another explorer, with a key of its own, tells its place and nothing more', () => {
    const method = 'getLatestCompressionSignatures'
    const text = foreignCursor('another key', {
      cursors: [slotCursor(1_000n)],
      positions: [
        { orderStatus: 'ordered', rowsBefore: 50, cursor: 1 },
        { orderStatus: 'ordered', rowsBefore: 100, cursor: 1 },
      ],
      firstSlot: 7,
    })
    const read = decodeCursor(NETWORK, method, {}, text)
    const position = {
      upstream: base58.encode(slotCursor(1_000n)),
      after: null,
      orderStatus: 'joined',
      rowsBefore: null,
    }
    expect(read).toEqual({ ...FIRST_PAGE, position, given: false, placeSlot: 1_000 })
  })

  test('that was not signed leads an indexer nowhere but to a form that its list knows', () => {
    const order = '30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001'
    const below = '30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000000'
    const sizes = [0, 1, 8, 31, 32, 33, 39, 40, 41, 63, 64, 65, 71, 72, 73, 80, 128, 300]
    const zeros = sizes.map((length) => Buffer.alloc(length))
    const cases: Record<ListMethod, { taken: Buffer[]; refused: Buffer[] }> = {
      getCompressedAccountsByOwner: {
        taken: [Buffer.from(below, 'hex'), leafCursor(0), leafCursor(2 ** 32 - 1), Buffer.alloc(32)],
        refused: [Buffer.from(order, 'hex'), Buffer.alloc(32, 255), leafCursor(2 ** 32), Buffer.alloc(40, 255)],
      },
      getCompressedTokenAccountsByDelegate: { taken: [Buffer.alloc(64), Buffer.alloc(64, 255)], refused: [] },
      getLatestCompressionSignatures: {
        taken: [slotCursor(0n), slotCursor(2n ** 53n - 1n)],
        refused: [2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n].map(slotCursor),
      },
    }
    for (const method of methods) {
      const { taken, refused } = cases[method]
      const known = new Set(taken.map(({ length }) => length))
      const open = (cursor: Buffer | string) => {
        const place = { cursors: [cursor], positions: [{ orderStatus: 'ordered', rowsBefore: 9, cursor: 1 }] } as const
        const text = foreignCursor('another key', place)
        return thrown(() => decodeCursor(NETWORK, method, PARAMS[method], text)) === null
      }
      for (const cursor of taken) expect(open(cursor), cursor.toString('hex')).toBe(true)
      const others = [
        ...refused,
        ...zeros.filter(({ length }) => !known.has(length)),
        'row:1000',
        'é',
        '\0',
        '0'.repeat(44),
      ]
      for (const cursor of others) expect(open(cursor), cursor.toString('hex')).toBe(false)
    }
  })

  test('twelve earlier positions of an ordinary listing fit into a link', () => {
    const rows = Array.from(
      { length: 14 },
      (_, i): Position => ({
        upstream: base58.encode(new Uint8Array(64).fill(i < 7 ? 1 : 2)),
        after: new Uint8Array(64).fill(i),
        orderStatus: 'ordered',
        rowsBefore: (i + 1) * 50,
      }),
    )
    const cursor = rows.reduce((page, row, i) => cursorBehind(page, row, 418_890_000 + i), FIRST_PAGE)
    const method = 'getCompressedTokenAccountsByDelegate'
    const text = encodeCursor(NETWORK, method, PARAMS[method], cursor)
    expect(text.length).toBeLessThan(1_500)
    expect(decodeCursor(NETWORK, method, PARAMS[method], text).trail).toHaveLength(MAX_TRAIL)
    expect(
      readCursor(NETWORK, method, { delegate: addressOf('delegate'), mint: addressOf('mint'), cursor: text }),
    ).toMatchObject({
      rowsBefore: 700,
      isFirst: false,
      firstSlot: 418_890_000,
    })
  })

  test('a changed character, another owner, another operation, other filters: refused by name', () => {
    fc.assert(
      fc.property(cursors, fc.nat(), fc.constantFrom(...'AZaz09-_'), ({ method, cursor }, at, character) => {
        const text = encodeCursor(NETWORK, method, PARAMS[method], cursor)
        // Not in the key's name: with another one it is another explorer's cursor, which gives a place.
        const index = NAMED_CHARS + (at % (text.length - NAMED_CHARS))
        const changed = text.slice(0, index) + character + text.slice(index + 1)
        const refused = { problem: { status: 400, invalid: [{ name: 'cursor' }] } }
        if (changed !== text)
          expect(thrown(() => decodeCursor(NETWORK, method, PARAMS[method], changed))).toMatchObject(refused)
        expect(thrown(() => decodeCursor(NETWORK, method, PARAMS[method], text.slice(0, -1)))).toMatchObject(refused)
        expect(thrown(() => decodeCursor(NETWORK, method, PARAMS[method], `${text}A`))).toMatchObject(refused)
        for (const other of methods) {
          if (other === method) continue
          expect(thrown(() => decodeCursor(NETWORK, other, PARAMS[other], text))).toMatchObject(refused)
        }
      }),
    )
    const method = 'getCompressedAccountsByOwner'
    const owner = addressOf('owner')
    const text = encodeCursor(
      NETWORK,
      method,
      { owner },
      { ...FIRST_PAGE, position: { ...FIRST_PAGE.position, rowsBefore: 5 } },
    )
    const filters = [{ memcmp: { offset: 0, bytes: '2' } }]
    expect(
      decodeCursor(NETWORK, method, { owner, filters: [], limit: 10, dataSlice: { offset: 0, length: 1 } }, text),
    ).toBeDefined()
    expect(() => decodeCursor(NETWORK, method, { owner, filters }, text)).toThrow()
    expect(() => decodeCursor(NETWORK, method, { owner: addressOf('other') }, text)).toThrow()
  })

  test('any text at all is read or refused, never anything else, and quickly', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 5_000 }), fc.base64String({ maxLength: 5_000 })), (text) => {
        expect(thrown(() => decodeCursor(NETWORK, 'getLatestCompressionSignatures', {}, text))).toMatchObject({
          problem: { code: 'invalid_params' },
        })
      }),
    )
  })
})

function thrown(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return null
}
