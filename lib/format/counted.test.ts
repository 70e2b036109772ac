import { expect, test } from 'vitest'
import { counted, nounFor } from './counted'

test('one is singular, none and many are plural, and digits are grouped', () => {
  expect(counted(1, 'row')).toBe('1 row')
  expect(counted(0, 'row')).toBe('0 rows')
  expect(counted(2500, 'row')).toBe('2,500 rows')
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(21, 'entry', 'entries')).toBe('21 entries')
})

test('a u64 beyond 2^53 keeps every digit', () => {
  expect(counted(18_446_744_073_709_551_615n, 'lamport')).toBe('18,446,744,073,709,551,615 lamports')
  expect(counted(1n, 'lamport')).toBe('1 lamport')
  expect(nounFor(9_007_199_254_740_993n, 'lamport')).toBe('lamports')
})
