import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identiconOf } from './identicon'

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))

/** The filled cells of a sign, as `column row`. */
const cellsOf = (path: string) => [...path.matchAll(/M(\d) (\d)h1v1h-1z/g)].map(([, column, row]) => `${column} ${row}`)

test('a sign is the same wherever it is made', () => {
  expect(identiconOf('cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m')).toMatchInlineSnapshot(`
    {
      "hue": 150,
      "path": "M0 0h1v1h-1zM4 0h1v1h-1zM1 0h1v1h-1zM3 0h1v1h-1zM2 0h1v1h-1zM0 1h1v1h-1zM4 1h1v1h-1zM1 1h1v1h-1zM3 1h1v1h-1zM2 1h1v1h-1zM1 2h1v1h-1zM3 2h1v1h-1zM2 2h1v1h-1zM0 3h1v1h-1zM4 3h1v1h-1zM1 3h1v1h-1zM3 3h1v1h-1zM0 4h1v1h-1zM4 4h1v1h-1zM1 4h1v1h-1zM3 4h1v1h-1z",
    }
  `)
})

test('a sign is a shape within its square, the same on both sides, in one of its colours', () => {
  fc.assert(
    fc.property(fc.oneof(address, fc.string()), (text) => {
      const { hue, path } = identiconOf(text)
      const cells = cellsOf(path)
      expect(cells.length).toBeGreaterThanOrEqual(1)
      expect(cells.length).toBeLessThanOrEqual(25)
      expect(new Set(cells).size).toBe(cells.length)
      for (const cell of cells) expect(cells).toContain(`${4 - Number(cell[0])} ${cell[2]}`)
      expect(cells.join('')).toMatch(/^[0-4 ]+$/)
      expect([hue % 15, hue >= 0, hue < 360]).toEqual([0, true, true])
    }),
  )
})

test('of a thousand addresses hardly two have the same sign, neighbours included', () => {
  const addresses = Array.from({ length: 1_000 }, (_, i) =>
    base58.encode(
      new Uint8Array(32)
        .fill(7)
        .fill(i % 256, 31)
        .fill(i >> 8, 30, 31),
    ),
  )
  const signs = new Set(addresses.map((text) => JSON.stringify(identiconOf(text))))
  expect(signs.size).toBeGreaterThan(990)
})
