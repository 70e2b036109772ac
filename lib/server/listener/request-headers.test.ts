import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { cleanHeaders } from './request-headers'

function cleaned(headers: IncomingHttpHeaders, page = true): IncomingHttpHeaders {
  const copy = { ...headers }
  cleanHeaders(copy, page)
  return copy
}

/** As the browser's router sends it on /owner/<owner>. */
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

  test.each([
    'content-security-policy',
    'content-security-policy-report-only',
    'x-nonce',
    'x-middleware-subrequest',
    'x-nextjs-data',
    'x-next-resume-state-length',
    'x-invoke-path',
    'x-now-route-matches',
    'x-matched-path',
    'x-prerender-revalidate',
    'x-forwarded-host',
    'x-forwarded-for',
    'forwarded',
    'next-action',
    'next-resume',
    'cookie',
    'if-match',
    'if-unmodified-since',
  ])('%s is taken out', (name) => {
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
