import fc from 'fast-check'
import { parse } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { DUPLICATE_MEMBER, JsonReader, JsonTooLarge, LONE_SURROGATE, MAX_NESTING } from './json-reader'

function read(text: string, values = Number.POSITIVE_INFINITY): unknown {
  const reader = new JsonReader(text)
  const value = reader.value(values)
  reader.end()
  return value
}

function skip(text: string): number {
  const reader = new JsonReader(text)
  const levels = reader.skip()
  reader.end()
  return levels
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return NOT_JSON
  }
}
const NOT_JSON = Symbol('not JSON')

function outcome(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError)
    return NOT_JSON
  }
}

const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

const jsonText = fc
  .tuple(
    fc.jsonValue({ maxDepth: 6, noUnicodeString: false, stringUnit: 'grapheme' }),
    fc.constantFrom('', ' ', '\t', '\n  '),
  )
  .map(([value, space]) => JSON.stringify(value, (_key, member) => wholeNumber(member), space))

function wholeNumber(value: unknown): unknown {
  return typeof value === 'number' ? Math.trunc(value / 1e300) + 7 : value
}

const bentText = fc
  .tuple(
    jsonText,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('', '"', '\\', '\\u12', '{', ']', ',', ':', '0', '-', '1.', 'e', '\u0001', 't'),
      ),
      { maxLength: 4 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((bent, [at, put]) => {
      const place = at % (bent.length + 1)
      return bent.slice(0, place) + put + bent.slice(place + (at % 3 === 0 ? 0 : 1))
    }, text),
  )

describe('the reader', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(read(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('takes exactly what JSON.parse takes, read or passed over', () => {
    fc.assert(
      fc.property(bentText, (text) => {
        const expected = parsed(text)
        const levels = outcome(() => skip(text))
        expect(levels === NOT_JSON).toBe(expected === NOT_JSON)
        // A name with a lone surrogate is valid JSON that the reader refuses: not generated here.
        expect(outcome(() => read(text)) === NOT_JSON).toBe(expected === NOT_JSON)
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps every integer of up to 20 digits whole', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n) + 1n, max: 10n ** 20n - 1n }), (value) => {
        const found = read(String(value))
        expect(typeof found).toBe(Number.isSafeInteger(Number(value)) ? 'number' : 'bigint')
        expect(BigInt(found as bigint)).toBe(value)
        expect(String(found)).toBe(String(parse(String(value))))
      }),
    )
  })

  it.each([
    ['1.0', '1.0'],
    ['1e2', '1e2'],
    ['1E-2', '1E-2'],
    ['-0', '-0'],
    ['-0.0', '-0.0'],
    ['0.1', '0.1'],
    ['1'.repeat(20), 1],
    ['1'.repeat(21), `${'1'.repeat(20)}…`],
    [`-${'1'.repeat(20)}`, 1],
    [`1${'0'.repeat(1_000_000)}`, `1${'0'.repeat(19)}…`],
    [`0.${'0'.repeat(50)}`, `0.${'0'.repeat(18)}…`],
  ])('reads %s as an integer, or as a symbol that shows it', (text, shown) => {
    const found = read(text)
    if (typeof shown === 'number') expect(found).toBe(BigInt(text))
    else expect((found as symbol).description).toBe(shown)
  })

  it('has a symbol for a member given twice, however it is spelled', () => {
    expect(read('{"a":1,"b":2,"\\u0061":1}')).toEqual({ a: DUPLICATE_MEMBER, b: 2 })
    expect(read('[{"a":{"b":1,"b":1}}]')).toEqual([{ a: { b: DUPLICATE_MEMBER } }])
    const odd = read('{"__proto__":1,"__proto__":2,"constructor":3}') as object
    expect(Object.getOwnPropertyDescriptor(odd, '__proto__')?.value).toBe(DUPLICATE_MEMBER)
    expect(Object.entries(odd)).toHaveLength(2)
    expect(Object.getPrototypeOf(odd)).toBe(Object.prototype)
  })

  it('has a symbol for half a character, and refuses it in a name', () => {
    expect(read('["\\ud83d\\ude00","\\ud83d","\\ude00\\ud83d","é"]')).toEqual([
      '😀',
      LONE_SURROGATE,
      LONE_SURROGATE,
      'é',
    ])
    expect(() => read('{"\\ud83d":1}')).toThrow(SyntaxError)
    expect(skip('{"\\ud83d":1}')).toBe(1)
  })

  it('reads no more levels than it should, and passes over any number', () => {
    expect(read(lists(MAX_NESTING))).toEqual(JSON.parse(lists(MAX_NESTING)))
    expect(() => read(lists(MAX_NESTING + 1))).toThrow(JsonTooLarge)
    expect(() => read('{"a":'.repeat(1_000_000))).toThrow(JsonTooLarge)
    for (const levels of [0, 1, MAX_NESTING, MAX_NESTING + 1, 1_000_000]) {
      expect(skip(levels === 0 ? '5' : lists(levels))).toBe(levels)
    }
    expect(skip('[{"a":[[1],{}],"b":2},[[]]]')).toBe(4)
  })

  it('makes no more values than it is told', () => {
    expect(read('[1,{"a":2}]', 4)).toEqual([1, { a: 2 }])
    expect(() => read('[1,{"a":2}]', 3)).toThrow(JsonTooLarge)
    expect(() => read('[1,2,3,what', 3)).toThrow(JsonTooLarge)
  })
})
