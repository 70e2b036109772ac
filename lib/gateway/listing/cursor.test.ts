import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkAt } from '@/lib/testing/gateway/networks'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import {
  cursorBehind,
  decodeCursor,
  encodeCursor,
  FIRST_PAGE,
  type ListingCursor,
  MAX_TRAIL,
  type Position,
  readCursor,
} from './cursor'
import { type ListingMethod, listingKind } from './kinds'

const NETWORK = networkAt('http://127.0.0.1:9')

const PARAMS: Record<ListingMethod, object> = {
  getCompressedAccountsByOwner: { owner: addressOf('owner') },
  getCompressedTokenAccountsByDelegate: { delegate: addressOf('delegate'), mint: addressOf('mint') },
  getLatestCompressionSignatures: {},
}

const methods = Object.keys(PARAMS) as ListingMethod[]

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

/** Upstream cursors of every kind: base58 of the known lengths, and any other text. */
const upstream = fc.oneof(
  bytes(32).map(base58.encode),
  bytes(40).map(base58.encode),
  bytes(64).map(base58.encode),
  bytes(72).map(base58.encode),
  fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom('1', 'a', '0') }),
)

function position(method: ListingMethod): fc.Arbitrary<Position> {
  const key = bytes(listingKind(method).keyBytes)
  return fc.record({
    upstream: fc.option(upstream),
    after: fc.option(key),
    verdict: fc.constantFrom('ordered', 'joined', 'unproven', 'broken'),
    rowsBefore: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
  })
}

const cursors = fc.constantFrom(...methods).chain((method) =>
  fc.record({
    method: fc.constant(method),
    cursor: fc.record<ListingCursor>({
      position: position(method),
      trail: fc.array(position(method), { maxLength: MAX_TRAIL }),
      trimmed: fc.boolean(),
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

/** A cursor with its keys as text: bytes come back as another class of the same bytes. */
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
        const trimmed = cursor.trimmed || left > 0
        expect(plain(read)).toEqual(plain({ ...cursor, trail: cursor.trail.slice(left), trimmed }))
      }),
    )
  })

  test('one of version 1 or 2, which bore no signature, tells its place and nothing more', () => {
    const method = 'getCompressedAccountsByOwner'
    // A position at row 100 and one before it, both ordered: anybody can write them.
    const [first, second] = [
      'AVGpoPoAAVAHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBDIBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQRkAQICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI',
      '',
    ]
    expect(second).toBe('')
    expect(() => decodeCursor(NETWORK, method, PARAMS[method], first)).toThrow()
  })

  test('the first page gives its slot to every cursor behind it', () => {
    const row: Position = { upstream: null, after: new Uint8Array(40), verdict: 'ordered', rowsBefore: 50 }
    const second = cursorBehind(FIRST_PAGE, row, 7)
    expect(second.firstSlot).toBe(7)
    expect(cursorBehind(second, { ...row, rowsBefore: 100 }, 9).firstSlot).toBe(7)
  })

  test('once earlier positions are dropped, no page behind says that Previous reaches the first', () => {
    const at = (rowsBefore: number): Position => ({ upstream: 'u', after: null, verdict: 'ordered', rowsBefore })
    let cursor: ListingCursor = FIRST_PAGE
    for (let page = 1; page <= MAX_TRAIL + 1; page++) {
      cursor = cursorBehind(cursor, at(page), 1)
      expect(cursor.trimmed).toBe(false)
    }
    cursor = cursorBehind(cursor, at(MAX_TRAIL + 2), 1)
    expect(cursor.trimmed).toBe(true)
    // Back by Previous, and forth again: the trail is short, and yet does not begin with the first page.
    const back = { ...cursor, position: at(3), trail: [] }
    expect(cursorBehind(back, at(4), 1).trimmed).toBe(true)
  })

  test('twelve earlier positions of an ordinary listing fit into a link', () => {
    const rows = Array.from(
      { length: 14 },
      (_, i): Position => ({
        upstream: base58.encode(new Uint8Array(64).fill(i < 7 ? 1 : 2)),
        after: new Uint8Array(64).fill(i),
        verdict: 'ordered',
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
      hasMoreBehindTrail: true,
      firstSlot: 418_890_000,
    })
  })

  test('a changed character, another owner, another operation, other filters: refused by name', () => {
    fc.assert(
      fc.property(cursors, fc.nat(), fc.constantFrom(...'AZaz09-_'), ({ method, cursor }, at, character) => {
        const text = encodeCursor(NETWORK, method, PARAMS[method], cursor)
        const index = at % text.length
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
