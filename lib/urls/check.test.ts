import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPageUrl } from './check'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const SIGNATURE = base58.encode(new Uint8Array(64).fill(7))

function check(path: string) {
  const url = new URL(path, 'http://explorer')
  return checkPageUrl(url.pathname, url.searchParams)
}

describe('checkPageUrl', () => {
  it.each([
    ['/latest?limit=10&cursor=c', { method: 'getLatestCompressionSignatures', params: { limit: 10, cursor: 'c' } }],
    [`/owner/${KEY}?filter=0:a&filter=1:b&utm_source=x`, { method: 'getCompressedAccountsByOwner' }],
    [`/delegate/${KEY}?mint=${KEY}`, { method: 'getCompressedTokenAccountsByDelegate', params: { mint: KEY } }],
  ])('finds the list that %s points into', (path, list) => {
    expect(check(path)).toMatchObject({ ok: true, list })
  })

  it.each([`/account/${KEY}`, `/tx/${SIGNATURE}`, '/status', '/status?range=7d'])(
    'knows that %s points into no list',
    (path) => {
      expect(check(path)).toEqual({ ok: true, list: null })
    },
  )

  it.each([
    '/latest?limit=7',
    '/latest?cursor=a&cursor=b',
    '/owner/x',
    `/owner/${SIGNATURE}`,
    `/owner/${KEY}?filter=x`,
    '/owner/%',
    '/owner/%E0%A4%A',
    `/delegate/${KEY}?mint=x`,
    `/account/${SIGNATURE}`,
    `/tx/${KEY}`,
    '/status?range=2h',
    '/status?from=2026-11-20T10:00:00Z',
  ])('finds %s malformed', (path) => {
    expect(check(path)).toEqual({ ok: false })
  })

  it.each(['/', '/help', '/search?q=x', '/address/x', `/owner/${KEY}/x`, '/nowhere', '/owner', '/account', '/tx/'])(
    'has nothing to check in %s',
    (path) => {
      expect(check(path)).toBeNull()
    },
  )

  it('reads a percent-encoded subject as the page does', () => {
    expect(check(`/owner/%63${KEY.slice(1)}`)).toMatchObject({ ok: true, list: { params: { owner: KEY } } })
  })

  it('never throws, whatever is asked for', () => {
    const kind = fc.constantFrom('owner', 'delegate', 'account', 'tx', 'latest', 'x')
    const pairs = fc.array(
      fc.tuple(
        fc.constantFrom('filter', 'slice', 'limit', 'cursor', 'mint', '__proto__'),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(kind, fc.string({ unit: 'binary', minLength: 1 }), pairs, (kind, subject, pairs) => {
        // Random text decodes to 32 or 64 bytes of base58 as good as never.
        const checked = checkPageUrl(`/${kind}/${subject}`, new URLSearchParams(pairs))
        expect(checked?.ok ?? false).toBe(false)
      }),
    )
  })
})
