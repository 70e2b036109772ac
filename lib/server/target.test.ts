import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanTarget, pathOf } from './target'

describe('cleanTarget', () => {
  test.each([
    ['/owner/abc?limit=10', '/owner/abc?limit=10'],
    ['/owner/%7Ea%20b', '/owner/%7Ea%20b'],
    ['/search?q=%zz', '/search?q=%zz'],
    ['http://evil.example/latest?a=1', '/latest?a=1'],
    ['HTTPS://user@evil.example:99', '/'],
    ['http://evil.example?x=1', '/?x=1'],
    ['*', '/*'],
    ['', '/'],
    ['//evil.example/x', '//evil.example/x'],
    ['/owner/%zz', '/owner/%25zz'],
    ['/owner/%', '/owner/%25'],
    ['/owner/%ff/ok%20?q=%ff', '/owner/%25ff/ok%20?q=%ff'],
    ['/a%41%zz/b%41', '/a%2541%25zz/b%41'],
    ['/a?b=http://c', '/a?b=http://c'],
  ])('%s is read as %s', (target, clean) => {
    expect(cleanTarget(target)).toBe(clean)
  })

  test('whatever was sent, every segment can be decoded, and a clean target stays as it is', () => {
    const target = fc.oneof(fc.string(), fc.stringMatching(/^\/[%a-z0-9/?#:@.]*$/), fc.webUrl())
    fc.assert(
      fc.property(target, (text) => {
        const clean = cleanTarget(text)
        expect(clean.startsWith('/')).toBe(true)
        const [path = ''] = clean.split('?')
        for (const segment of path.split('/')) expect(() => decodeURIComponent(segment)).not.toThrow()
        expect(cleanTarget(clean)).toBe(clean)
      }),
    )
  })
})

test('a path ends at its query', () => {
  expect(pathOf('/a/b?c=/d')).toBe('/a/b')
  expect(pathOf('/a#b')).toBe('/a')
  expect(pathOf('/a')).toBe('/a')
})
