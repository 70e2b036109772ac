import fs from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FEED_KINDS } from '../../api/feed-path'
import { cleanHeaders, cleanTarget, handlerTarget, pathOf } from './clean-request'

function cleaned(headers: IncomingHttpHeaders, page = true): IncomingHttpHeaders {
  const copy = { ...headers }
  cleanHeaders(copy, page)
  return copy
}

const STATE = [
  '',
  { children: ['owner', { children: [['owner', 'abc', 'd', null], { children: ['__PAGE__', {}, null, null] }] }] },
  null,
  null,
  16,
]

const encoded = (state: unknown) => encodeURIComponent(JSON.stringify(state))

describe('cleanHeaders', () => {
  test('what a reader may say stays', () => {
    const request = {
      accept: '*/*',
      'accept-encoding': 'gzip',
      'if-none-match': '"a"',
      'user-agent': 'x',
      'x-request-id': '1',
    }
    expect(cleaned(request)).toEqual(request)
    expect(cleaned(request, false)).toEqual(request)
  })

  test.each(
    `content-security-policy content-security-policy-report-only x-nonce x-middleware-subrequest x-nextjs-data
    x-next-resume-state-length x-invoke-path x-now-route-matches x-matched-path x-prerender-revalidate
    x-forwarded-host x-forwarded-for forwarded next-action next-resume cookie range if-match if-unmodified-since`.split(
      /\s+/,
    ),
  )('%s is taken out', (name) => {
    expect(cleaned({ [name]: 'evil', accept: '*/*' })).toEqual({ accept: '*/*' })
  })

  test('navigation headers reach pages alone', () => {
    const navigation = {
      rsc: '1',
      'next-router-prefetch': '1',
      'next-url': '/',
      'next-router-state-tree': encoded(STATE),
    }
    expect(cleaned(navigation)).toEqual(navigation)
    expect(cleaned(navigation, false)).toEqual({})
  })

  test.each([
    ['no JSON', 'zzz'],
    ['no encoding', '%zz'],
    ['an object', encoded({})],
    ['too short', encoded([''])],
    ['a child that is text', encoded(['', { children: 'x' }])],
    ['children in a list', encoded(['', [STATE]])],
    ['a wrong segment', encoded([['a', 'b'], {}])],
    ['a wrong kind of parameter', encoded([['a', 'b', 'zz', null], {}])],
    ['a wrong marker', encoded(['', {}, null, 'evil'])],
    ['too long', encoded(['a'.repeat(9_000), {}])],
  ])('a place that the framework cannot read is taken out: %s', (_, state) => {
    expect(cleaned({ rsc: '1', 'next-router-state-tree': state })).toEqual({ rsc: '1' })
  })
})

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

test('the check before every page leaves the feeds of all subjects to their route handlers', () => {
  const [, kinds] = /\(\?:([a-z|]+)\)\/\[\^\/\]\+\/atom/.exec(fs.readFileSync('proxy.ts', 'utf8')) ?? []
  expect(kinds?.split('|').sort()).toEqual([...FEED_KINDS].sort())
})

test('a path ends at its query', () => {
  expect(pathOf('/a/b?c=/d')).toBe('/a/b')
  expect(pathOf('/a#b')).toBe('/a')
  expect(pathOf('/a')).toBe('/a')
})

test.each([
  ['a feed lies in a folder of its page', '/owner/abc.atom?cluster=a', '/owner/abc/atom?cluster=a'],
  ['an account’s as well', '/account/abc.atom', '/account/abc/atom'],
  ['a feed with a folder of its own has an ending', '/latest.atom', '/latest.atom'],
  ['the folder itself has no address', '/owner/abc/atom?limit=10', '/owner/abc/atom/none?limit=10'],
  ['however it is spelt', '/account/abc/%61to%6D', '/account/abc/%61to%6D/none'],
  ['an operation without a name is the list of them', '/api/v1/?x=1', '/api/v1?x=1'],
  ['all else lies where it seems', '/owner/abc?x=/owner/abc.atom', '/owner/abc?x=/owner/abc.atom'],
])('%s', (_, target, handler) => {
  expect(handlerTarget(target)).toBe(handler)
})
