import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recognise } from './recognise'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

const bytesText = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => base58.encode(bytes))

describe('a pasted text', () => {
  it('is a key when it is base58 of 32 bytes, a signature when of 64, however many characters that takes', () => {
    fc.assert(
      fc.property(bytesText(32), bytesText(64), (key, signature) => {
        expect(recognise(key)).toEqual({ kind: 'key', text: key })
        expect(recognise(signature)).toEqual({ kind: 'signature', text: signature })
      }),
    )
    expect(recognise('1'.repeat(32))).toEqual({ kind: 'key', text: '1'.repeat(32) })
    expect(recognise('1'.repeat(64))).toEqual({ kind: 'signature', text: '1'.repeat(64) })
  })

  it('is the same with what comes along when text is copied', () => {
    const around = fc.string({
      unit: fc.constantFrom(' ', '\n', '\t', '"', "'", '`', '“', '”', '(', ')', ',', '.', '\u200b', '\ufeff', '\u202e'),
    })
    fc.assert(
      fc.property(around, around, (before, behind) => {
        expect(recognise(before + KEY + behind)).toEqual({ kind: 'key', text: KEY })
      }),
    )
    expect(recognise(`${KEY.slice(0, 20)}\u200b${KEY.slice(20)}`)).toEqual({ kind: 'key', text: KEY })
  })

  it.each(['', ' ', '\u200b', '"" ', '...'])('%j is empty', (text) => {
    expect(recognise(text)).toEqual({ kind: 'empty' })
  })

  it.each([
    ['0', '0'],
    ['418890736', '418890736'],
    ['418,890,736', '418890736'],
    ['418 890 736.', '418890736'],
    ['18446744073709551615', '18446744073709551615'],
  ])('%j is the number %s', (text, digits) => {
    expect(recognise(text)).toEqual({ kind: 'number', text: digits })
  })

  it('of another length says how many bytes it has', () => {
    expect(recognise('abc')).toEqual({
      kind: 'unknown',
      text: 'abc',
      why: 'It decodes to 3 bytes; an address or a hash has 32, a signature 64.',
    })
    expect(recognise(KEY.slice(0, -2))).toMatchObject({
      kind: 'unknown',
      why: expect.stringMatching(/^It decodes to \d+ bytes/),
    })
  })

  it('with characters that base58 lacks shows each of them once', () => {
    expect(recognise('0OIl0OIl')).toMatchObject({ why: 'It holds “0” “O” “I” “l”, which base58 does not have.' })
    expect(recognise('a b😀')).toMatchObject({ why: 'It holds “ ” “😀”, which base58 does not have.' })
  })

  it('that is too long is shown cut, with its length', () => {
    expect(recognise('a'.repeat(20_000))).toEqual({
      kind: 'unknown',
      text: 'a'.repeat(88),
      why: 'It has 20000 characters; a signature has at most 88.',
    })
  })

  it('never makes it throw, and what it finds stands in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
        const found = recognise(text)
        if (found.kind === 'unknown') expect(text.replace(/\p{Cf}/gu, '')).toContain(found.text)
      }),
    )
  })
})
