import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Content, matchesEtag } from './content'

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
    expect(matchesEtag(header, '"a"')).toBe(known)
  })

  test('a long header takes no longer than its length: the square of this one would take longer than a test may', () => {
    expect(matchesEtag('"x", '.repeat(300_000), '"a"')).toBe(false)
  })
})

test('equal texts have equal validators, different texts and forms different ones', async () => {
  const text = 'x'.repeat(2_000)
  const [one, two, other] = [new Content(text), new Content(text), new Content(`${text}y`)]
  expect(one.plain.etag).toBe(two.plain.etag)
  expect(one.plain.etag).not.toBe(other.plain.etag)
  const packed = await one.encodedFor('gzip')
  expect(packed.etag).not.toBe(one.plain.etag)
  expect(gunzipSync(packed.bytes).toString()).toBe(text)
  expect(await one.encodedFor('gzip')).toBe(packed)
  expect(await one.encodedFor(undefined)).toBe(one.plain)
})
