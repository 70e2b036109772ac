import { expect, test } from 'vitest'
import { accepts } from './accept-encoding'

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['br, deflate', false],
  ['br;q=1.0, gzip;q=0.2', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['*', true],
  ['*;q=0', false],
  ['gzip;q=0, *', false],
  ['identity, *;q=0.1', true],
])('Accept-Encoding %s: gzip %s', (header, accepted) => {
  expect(accepts(header, 'gzip')).toBe(accepted)
})

test('a long header takes no longer than its length: the square of this one would take longer than a test may', () => {
  expect(accepts('x;q=0, '.repeat(300_000), 'gzip')).toBe(false)
})
