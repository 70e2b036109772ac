import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptsGzip, Content, isKnown } from './content'

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
  expect(acceptsGzip(header)).toBe(accepted)
})

describe('isKnown', () => {
  test.each([
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b"', false],
    ['*', true],
    ['a', false],
    ['"a', false],
    ['', false],
  ])('If-None-Match %s: %s', (header, known) => {
    expect(isKnown(header, '"a"')).toBe(known)
  })

  test('a long header takes no longer than its length', () => {
    const began = performance.now()
    expect(isKnown('"x", '.repeat(3_000), '"a"')).toBe(false)
    expect(acceptsGzip('x;q=0, '.repeat(3_000))).toBe(false)
    expect(performance.now() - began).toBeLessThan(100)
  })
})

test('equal texts have equal validators, different texts and forms different ones', async () => {
  const text = 'x'.repeat(2_000)
  const [one, two, other] = [new Content(text), new Content(text), new Content(`${text}y`)]
  expect(one.plain.etag).toBe(two.plain.etag)
  expect(one.plain.etag).not.toBe(other.plain.etag)
  const packed = await one.formFor('gzip')
  expect(packed.etag).not.toBe(one.plain.etag)
  expect(gunzipSync(packed.bytes).toString()).toBe(text)
  expect(await one.formFor('gzip')).toBe(packed)
  expect(await one.formFor(undefined)).toBe(one.plain)
})
