import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asText } from './cells'

const cell = fc.string({
  unit: fc.oneof(fc.constantFrom(...'\t\r\n|\\`<=+-@\'"'), fc.string({ minLength: 1, maxLength: 3 })),
})
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))

describe('rows as TSV', () => {
  it('keep their shape, whatever stands in them, and are no formula', () => {
    fc.assert(
      fc.property(table, ([header = [], ...rows]) => {
        const lines = asText(header, rows, 'tsv').split('\n')
        expect(lines.pop()).toBe('')
        expect(lines).toHaveLength(rows.length + 1)
        for (const line of lines) {
          const cells = line.split('\t')
          expect(cells).toHaveLength(header.length)
          for (const each of cells) expect(each).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
        }
      }),
    )
  })

  it('have long integers to the digit, as text', () => {
    expect(asText(['lamports'], [['18446744073709551615'], ['42']], 'tsv')).toBe(
      "lamports\n'18446744073709551615\n42\n",
    )
  })
})

describe('rows as Markdown', () => {
  it('keep their shape: no cell ends early, and none is read as HTML or code', () => {
    fc.assert(
      fc.property(table, ([header = [], ...rows]) => {
        const lines = asText(header, rows, 'markdown').split('\n')
        expect(lines.pop()).toBe('')
        expect(lines).toHaveLength(rows.length + 2)
        for (const line of lines) {
          const bare = line.replace(/\\./g, '')
          expect(bare.split('|')).toHaveLength(header.length + 2)
          expect(bare).not.toMatch(/[<`]/)
        }
      }),
    )
  })

  it('have integers as they are', () => {
    expect(asText(['Slot', 'a|b'], [['18446744073709551615', 'x_y']], 'markdown')).toBe(
      '| Slot | a\\|b |\n| --- | --- |\n| 18446744073709551615 | x\\_y |\n',
    )
  })
})
