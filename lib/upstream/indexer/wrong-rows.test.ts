import { expect, test } from 'vitest'
import { virtualTime } from '@/lib/testing/virtual-time'
import { noteWrongRow, wrongRowsOf } from './wrong-rows'

const clock = virtualTime()

test('different hashes of five minutes count, of one network', () => {
  for (const hash of ['a', 'b', 'a']) noteWrongRow('one', hash)
  noteWrongRow('other', 'c')
  expect([wrongRowsOf('one'), wrongRowsOf('other'), wrongRowsOf('none')]).toEqual([2, 1, 0])
  clock.skip(200_000)
  noteWrongRow('one', 'a')
  clock.skip(101_000)
  expect(wrongRowsOf('one')).toBe(1)
})

test('of very many the newest hundred are kept', () => {
  for (let i = 0; i < 1_000; i++) noteWrongRow('one', `hash ${i}`)
  expect(wrongRowsOf('one')).toBe(100)
})
