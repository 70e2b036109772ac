import { expect, test } from 'vitest'
import { readPageLimit } from './limit-text'

test('rows of a page are 1 to 1,000, in plain digits', () => {
  expect(['1', '3', '10', '99', '101', '999', '1000'].map(readPageLimit)).toEqual([1, 3, 10, 99, 101, 999, 1000])
  const wrong = ['', '0', '-1', '1001', '9007199254740993', 'abc', '1e3', '10.5', ' 10', '+10', '010', '٣', '0x10']
  expect(wrong.filter((text) => readPageLimit(text) !== null)).toEqual([])
})
