import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageAt } from '../site/pages'
import { candidateUrls } from './candidate-urls'
import { searchOf } from './url-reader'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const SIGNATURE = base58.encode(new Uint8Array(64).fill(7))

/** What an address leads to: the first of those that it may have been which is a page's. */
function meantBy(address: string): string | null {
  const { pathname, searchParams } = new URL(address, 'http://here')
  const found = candidateUrls(pathname, searchParams).find((each) => {
    const at = pageAt(each.pathname)
    const cluster = each.search.get('cluster') || 'sandbox'
    return cluster === 'sandbox' && at?.page.open(at.subject, searchOf(each.search)).ok
  })
  return found ? [found.pathname, found.search].join('?').replace(/\?$/, '') : null
}

describe('an address with something around it', () => {
  test.each([
    ...['.', ',', ')', ').', ']', '}', '%3E', '!', '*', '_', '**', ':', ';', "'", '%22', '%60', '~', '|'],
    ...[
      '%20',
      '%0A',
      '%C2%A0',
      '%E2%80%8B',
      '%E2%80%8E',
      '%E2%80%AC',
      '%EF%BB%BF',
      '…',
      '»',
      '”',
      '’',
      '。',
      '）',
      '、',
      '」',
    ],
    ...['](https://leafscan.example/tx/x)', '。请看'],
  ])('%s behind it is led to what was meant', (behind) => {
    expect(meantBy(`/tx/${SIGNATURE}${behind}`)).toBe(`/tx/${SIGNATURE}`)
    expect(meantBy(`/wallet/${KEY}${behind}`)).toBe(`/wallet/${KEY}`)
    expect(meantBy(`/delegate/${KEY}?cluster=sandbox${behind}`)).toBe(`/delegate/${KEY}?cluster=sandbox`)
    expect(meantBy(`/latest?limit=10${behind}`)).toBe('/latest?limit=10')
  })

  test.each(['(', '%3C', '[', '“', '%22', '*', '_', '%20', '（', '%E2%80%AA'])(
    '%s before its identifier as well',
    (before) => {
      expect(meantBy(`/account/${before}${KEY}`)).toBe(`/account/${KEY}`)
    },
  )

  test('a sign that belongs to a value stays', () => {
    expect(meantBy(`/owner/${KEY}?filter=-1:2`)).toBeNull()
    expect(meantBy('/latest?limit=-10')).toBeNull()
    expect(meantBy('/latest?sort=-slot).')).toBe('/latest?sort=-slot')
    expect(meantBy(`/owner/${KEY}?filter=32:${KEY}&filter=1:2.`)).toBe(
      `/owner/${KEY}?filter=${encodeURIComponent(`32:${KEY}`)}&filter=1%3A2`,
    )
  })

  test.each(['/nowhere.', '/', '/%D0%91', '/owner/...', '/tx/short)', `/tx/${SIGNATURE}/more`, '/latest/%D0%91'])(
    '%s was never another one',
    (address) => expect([null, address]).toContain(meantBy(address)),
  )

  test.each(['é', '.', '%E2%80%AE', '%00'])('a network %s is not the default one', (name) => {
    expect(meantBy(`/owner/${KEY}?cluster=${name}`)).toBeNull()
    expect(meantBy(`/owner/${KEY}).?cluster=${name}`)).toBeNull()
  })

  test('never leads to another host, and what it leads to leads nowhere else', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'/\\:.@?#%)(<>[]*_ aK1\u200b。'), maxLength: 30 })
    fc.assert(
      fc.property(odd, odd, (path, query) => {
        for (const { pathname, search } of candidateUrls(`/${path}`, new URLSearchParams(query))) {
          expect(pathname).toMatch(/^\/(?![/\\])/)
          expect(candidateUrls(pathname, search).map((each) => each.pathname)).toEqual([pathname, pathname])
        }
      }),
    )
  })
})
