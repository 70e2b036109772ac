import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyText } from './rows'

test('a key that was met before has the text it had, however many were met in between', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 1_500 }), fc.nat(9), (keys, front) => {
      // As database drivers return them: a view into a larger buffer.
      const behind = keys.map((each) => Uint8Array.from([...new Uint8Array(front), ...each]))
      const texts = behind.map((bytes) => keyText(bytes, front))
      expect(texts).toEqual(keys.map((each) => base58.encode(each)))
      expect(behind.map((bytes) => keyText(bytes, front))).toEqual(texts)
    }),
    { numRuns: 20 },
  )
})
