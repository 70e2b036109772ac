import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdentitySet } from './identity-set'

test('holds what a set of texts holds, whatever is taken in and asked for', () => {
  const text = fc.oneof(fc.string(), fc.integer({ min: 0, max: 50 }).map(String))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200 }), fc.array(text), (taken, queried) => {
      const [set, model] = [new IdentitySet(), new Set<string>()]
      for (const each of taken) {
        expect(set.has(each)).toBe(model.has(each))
        expect(set.add(each)).toBe(!model.has(each))
        model.add(each)
      }
      expect(set.size).toBe(model.size)
      for (const each of queried) expect(set.has(each)).toBe(model.has(each))
    }),
  )
})

test('100,000 texts take at most 43 bytes each, and all are known when it has grown', () => {
  const set = new IdentitySet()
  for (let i = 0; i < 100_000; i++) expect(set.add(`hash ${i}`)).toBe(true)
  for (let i = 0; i < 100_000; i++) if (!set.has(`hash ${i}`)) throw new Error(`hash ${i} is lost`)
  expect(set.has('hash 100000')).toBe(false)
  expect(set.size).toBe(100_000)
  expect(set.bytes).toBeLessThanOrEqual(43 * set.size)
})
