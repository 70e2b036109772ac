import { expect, test } from 'vitest'
import { marksOf, TONE_COUNT, tonesOf } from './marks'

const field = (offset: number, length: number) => ({ name: 'x', type: 'u8', offset, length, value: '0' })

test('a mark covers the bytes of its field and no other', () => {
  expect(tonesOf([{ offset: 2, length: 3, tone: 1 }], 0, 8)).toBe('..111...')
})

test('fields side by side have marks of their own, and tones come round', () => {
  const marks = marksOf([field(0, 2), field(2, 1)], 0, 8)
  expect(tonesOf(marks, 0, 4)).toBe('001.')
  expect(tonesOf([{ offset: 0, length: 1, tone: TONE_COUNT + 2 }], 0, 1)).toBe('2')
})

test('of a slice the fields are marked where they stand in it, and those outside are not', () => {
  const fields = [field(0, 40), field(40, 8), field(48, 0), field(48, 4), field(60, 4)]
  expect(marksOf(fields, 40, 20)).toEqual([
    { offset: 0, length: 8, tone: 1 },
    { offset: 8, length: 4, tone: 3 },
  ])
})
