import fc from 'fast-check'
import { parse as oracleParse, stringify as oracleStringify } from 'lossless-json'
import { describe, expect, it, test } from 'vitest'
import { canonicalKey, parseJson, stringifyJson } from './json'

/** Expected: bigint for integers beyond a double's precision, else number. */
function oracle(text: string): unknown {
  return oracleParse(text, undefined, (digits) =>
    /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? BigInt(digits) : Number(digits),
  )
}

const digits = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }))
    .map(([first, rest]) => `${first}${rest.join('')}`)

const sign = fc.constantFrom('', '-')

const numberText = fc.oneof(
  fc.constantFrom('0', '-0', '9007199254740991', '9007199254740992', '-9007199254740993', '18446744073709551615'),
  fc.constantFrom(
    '1e5',
    '-0.0',
    '1E+30',
    '12345678901234567890e3',
    '0.12345678901234567890',
    '1e-12345678901234567890',
  ),
  fc.tuple(sign, digits(0, 40)).map((parts) => parts.join('')),
  fc.tuple(sign, digits(13, 20), fc.constant('.'), digits(0, 25)).map((parts) => parts.join('')),
)

const trap = fc.constantFrom(
  '"',
  '\\',
  '\\"',
  '"}',
  '1234567890123456789',
  '":9007199254740993,',
  '[12345678901234567890]',
  '\u0001',
  '\n',
)
const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), trap), { maxLength: 6 })
  .map((parts) => parts.join(''))

function stringText(text: string, escaped: boolean): string {
  if (!escaped) return JSON.stringify(text)
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0'))
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`
}

const stringToken = fc.tuple(anyText, fc.boolean()).map(([text, escaped]) => stringText(text, escaped))
const space = fc.constantFrom('', '', ' ', '\n\t', '\r\n  ')

const { document } = fc.letrec<{ document: string; list: string; object: string }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    numberText,
    stringToken,
    fc.constantFrom('true', 'false', 'null'),
    tie('list'),
    tie('object'),
  ),
  list: fc
    .tuple(fc.array(tie('document'), { maxLength: 5 }), space)
    .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
  object: fc
    .tuple(
      fc.uniqueArray(
        // The oracle sets the prototype for this one name, which has a separate test.
        fc.tuple(
          anyText.filter((name) => name !== '__proto__'),
          fc.boolean(),
          tie('document'),
        ),
        { maxLength: 5, selector: ([name]) => name },
      ),
      space,
    )
    .map(([members, gap]) => {
      const texts = members.map(([name, escaped, value]) => `${gap}${stringText(name, escaped)}${gap}:${gap}${value}`)
      return `{${texts.join(`${gap},`)}${gap}}`
    }),
}))

describe('parseJson', () => {
  it('agrees with lossless-json on any document', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(parseJson(text)).toEqual(oracle(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps a member named __proto__ as a member', () => {
    const value = parseJson('{"__proto__":9007199254740993,"a":{"__proto__":[9007199254740995]}}') as Record<
      string,
      object
    >
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.entries(value)[0]).toEqual(['__proto__', 9007199254740993n])
    expect(Object.entries(value.a ?? {})).toEqual([['__proto__', [9007199254740995n]]])
    expect(stringifyJson(value)).toBe('{"__proto__":9007199254740993,"a":{"__proto__":[9007199254740995]}}')
  })

  it('refuses exactly what JSON.parse refuses', () => {
    const token = fc.constantFrom(...'{}[]:,"\\ -.e0a', '9007199254740993')
    const nearlyJson = fc.oneof(
      fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join('')),
      fc.tuple(document, fc.nat(), fc.nat({ max: 4 }), token).map(([text, at, length, put]) => {
        const start = at % (text.length + 1)
        return text.slice(0, start) + put + text.slice(start + length)
      }),
    )
    const refuses = (parse: (text: string) => unknown, text: string) => {
      try {
        parse(text)
        return false
      } catch {
        return true
      }
    }
    fc.assert(
      fc.property(nearlyJson, (text) => refuses(parseJson, text) === refuses(JSON.parse, text)),
      { numRuns: 3000 },
    )
  })

  it('keeps integers whole a thousand levels down', () => {
    let value = parseJson(`${'[{"a":'.repeat(500)}9007199254740993${'}]'.repeat(500)}`)
    for (let level = 0; level < 500; level++) value = (value as [{ a: unknown }])[0].a
    expect(value).toBe(9007199254740993n)
  })

  it('ends in a RangeError, which can be caught, beyond what the stack holds', () => {
    const deep = 500_000
    expect(() => parseJson(`${'['.repeat(deep)}9007199254740993${']'.repeat(deep)}`)).toThrow(RangeError)
  })
})

describe('stringifyJson', () => {
  it('writes what JSON.stringify writes where no bigint is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value))
      }),
    )
  })

  it('treats undefined, holes and what no JSON number can say as JSON.stringify does', () => {
    const hole = new Array<number>(3)
    hole[1] = 1
    for (const value of [{ a: undefined, b: null }, [undefined, 1], hole, [Number.NaN, -0, Number.POSITIVE_INFINITY]]) {
      expect(stringifyJson(value)).toBe(JSON.stringify(value))
    }
  })

  it('writes any document that was read so that lossless-json reads the same', () => {
    fc.assert(
      fc.property(document, (text) => {
        const written = stringifyJson(parseJson(text))
        expect(oracle(written)).toEqual(oracle(oracleStringify(oracle(text)) ?? ''))
        expect(parseJson(written)).toEqual(oracle(written))
      }),
    )
  })
})

test('the same question has one key, in whatever order its parameters stand', () => {
  const one = { owner: 'A', filters: [{ memcmp: { offset: 1, bytes: 'x' } }], limit: 10 }
  const other = { limit: 10, filters: [{ memcmp: { bytes: 'x', offset: 1 } }], owner: 'A' }
  expect(canonicalKey('page', 'devnet', one)).toBe(canonicalKey('page', 'devnet', other))
})

test('other questions have other keys', () => {
  const keys = [
    canonicalKey('page', { owner: 'A' }),
    // base58 is case-sensitive.
    canonicalKey('page', { owner: 'a' }),
    canonicalKey('page', { owner: 'A', limit: 10 }),
    canonicalKey('page', { owner: 'A' }, null),
    canonicalKey('chunk', { owner: 'A' }),
    // The order of filters is significant.
    canonicalKey('page', { filters: ['x', 'y'] }),
    canonicalKey('page', { filters: ['y', 'x'] }),
    canonicalKey('page', { filters: { 0: 'x', 1: 'y' } }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})
