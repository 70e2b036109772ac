import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { pieceAt, pieceText, type TextView } from './text-piece'

const DATA = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 7) % 251)
const BASE64 = Buffer.from(DATA).toString('base64')

function piecesOf(view: TextView): string[] {
  const texts: string[] = []
  for (let offset = 0; offset < DATA.length; ) {
    const piece = pieceAt(view, DATA.length, { offset, length: 1 })
    texts.push(pieceText(view, DATA, BASE64, piece))
    offset = piece.end
  }
  return texts
}

describe('long data comes in pieces', () => {
  test('of which those of base64 together are the base64 of the whole, and each can be decoded by itself', () => {
    const pieces = piecesOf('base64')
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces.join('')).toBe(BASE64)
    expect(Buffer.concat(pieces.map((text) => Buffer.from(text, 'base64'))).equals(DATA)).toBe(true)
  })

  test('and those of base58 are its bytes, a piece each', () => {
    const bytes = piecesOf('base58').map((text) => base58.decode(text))
    expect(Buffer.concat(bytes).equals(DATA)).toBe(true)
  })

  test('around the cursor, up to the end of the data', () => {
    expect(pieceAt('text', 10_000, { offset: 4_095, length: 1 })).toMatchObject({
      start: 0,
      end: 4_096,
      isWhole: false,
    })
    expect(pieceAt('text', 10_000, { offset: 4_096, length: 1 })).toMatchObject({ start: 4_096, end: 8_192 })
    expect(pieceAt('text', 10_000, { offset: 9_999, length: 1 })).toMatchObject({ start: 8_192, end: 10_000 })
    expect(pieceAt('text', 4_096, { offset: 5, length: 1 })).toMatchObject({ start: 0, end: 4_096, isWhole: true })
  })
})

describe('a selection in base58', () => {
  test('is what is shown, byte for byte', () => {
    const piece = pieceAt('base58', DATA.length, { offset: 33, length: 32 })
    expect(piece).toMatchObject({ start: 33, end: 65, bySelection: true })
    expect(pieceText('base58', DATA, BASE64, piece)).toBe(base58.encode(DATA.subarray(33, 65)))
  })

  test('that is longer than base58 is made of is shown as a piece', () => {
    expect(pieceAt('base58', DATA.length, { offset: 0, length: 1_024 })).toMatchObject({ bySelection: true })
    expect(pieceAt('base58', DATA.length, { offset: 0, length: 1_025 })).toMatchObject({
      bySelection: false,
      end: 1_024,
    })
  })
})
