import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { redirectForOldPath } from './pages'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const SIGNATURE = base58.encode(new Uint8Array(64).fill(7))

it.each([
  ['/txs/', '/latest'],
  ['/latest?network=devnet&cluster=testnet', '/latest?cluster=testnet'],
  [`/token/${KEY}?cluster=devnet`, `/mint/${KEY}?cluster=devnet`],
  [`/accounts/${KEY}?utm=1&utm=2&network=a`, `/account/${KEY}?utm=1&utm=2&cluster=a`],
])('%s has moved to %s', (path, to) => {
  const [pathname = '', query = ''] = path.split('?')
  expect(redirectForOldPath(pathname, new URLSearchParams(query))).toBe(to)
})

it('what has moved leads, in one more step at most, to a place that stays, on this host', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'accounts',
      'account',
      'txs',
      'transactions',
      'txn',
      'tx',
      '',
      'other.example',
      KEY,
      SIGNATURE,
      '%2F',
    ),
    fc.webSegment(),
  )
  const pairs = fc.array(fc.tuple(fc.constantFrom('network', 'cluster', 'q'), fc.string()), { maxLength: 3 })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), pairs, (parts, pairs) => {
      const first = redirectForOldPath(`/${parts.join('/')}`, new URLSearchParams(pairs))
      if (first === null) return
      const url = new URL(first, 'http://explorer/x')
      expect(url.host).toBe('explorer')
      const second = redirectForOldPath(url.pathname, url.searchParams)
      if (second === null) return
      const next = new URL(second, url)
      expect(redirectForOldPath(next.pathname, next.searchParams)).toBeNull()
    }),
    { numRuns: 1000 },
  )
})
