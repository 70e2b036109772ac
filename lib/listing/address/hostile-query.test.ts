import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, it, test, vi } from 'vitest'
import { hostileText } from '@/lib/testing/hostile-text'
import { readAccountUrl } from '../../account/address'
import { firstOf, type Search, searchOf, valuesOf } from '../../page/url-reader'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { pageAt, redirectForOldPath } from '../../site/pages'
import { readStatusUrl } from '../../status/address'
import { canonicalOwnerPath } from '../pages/owner'
import { readDelegateUrl, readListUrl } from './list-address'
import { readOwnerUrl } from './owner-address'
import { OWNER_FIELDS, readOwnerQuery } from './owner-query'

const readSignaturesUrl = (search: Search) => readListUrl('signatures', search, () => ({}))

const KEY = base58.encode(new Uint8Array(32).fill(7))

/** Inherited property names, beside the names that pages know. */
const INHERITED = ['__proto__', ...Object.getOwnPropertyNames(Object.prototype), ...Object.getOwnPropertyNames([])]
const KNOWN = ['filter', 'slice', 'limit', 'cursor', 'open', 'mode', 'at', 'takenAt', 'columns', 'mint', 'owner']
const OTHERS = ['minSlot', 'range', 'from', 'to', 'cluster', 'network', 'q', ...Object.keys(OWNER_FIELDS)]

const VALUES = ['', '0:2', '1:5', '50', '7', 'continuous', 'hash', KEY, '24h', '2026-11-20T10:00:00Z', 'pubkey', 'hex']

const names = fc.oneof(fc.constantFrom(...KNOWN, ...OTHERS), fc.constantFrom(...INHERITED), hostileText())
const values = fc.oneof(fc.constantFrom(...VALUES), hostileText())
const queries = fc.array(fc.tuple(names, values), { maxLength: 12 }).map((pairs) => new URLSearchParams(pairs))

/** As frameworks gather a query: a plain object, where a repeated name becomes an array. */
function gathered(search: URLSearchParams): Search {
  const query: Record<string, unknown> = {}
  for (const [name, value] of search) {
    const there = query[name]
    if (there === undefined) query[name] = value
    else if (Array.isArray(there)) there.push(value)
    else query[name] = [there, value]
  }
  return query
}

function readings(search: Search) {
  return [
    readOwnerUrl(KEY, search),
    readOwnerUrl(TOKEN_PROGRAM, search),
    readOwnerQuery(KEY, search),
    readDelegateUrl(KEY, search),
    readAccountUrl(KEY, search),
    readSignaturesUrl(search),
    readStatusUrl(search, Date.UTC(2026, 10, 23)),
    ...['cluster', 'q', 'limit', 'mode'].map((name) => [firstOf(search, name), valuesOf(search, name)]),
  ]
}

it('a query is gathered in one pass, however many names it has', () => {
  const search = new URLSearchParams(Array.from({ length: 2_000 }, (_, i) => [`x${i % 1_000}`, String(i)]))
  const looks = vi.spyOn(search, 'getAll')
  expect(searchOf(search)).toMatchObject({ x0: ['0', '1000'], x999: ['999', '1999'] })
  expect(looks).not.toHaveBeenCalled()
})

it('no query makes a reader throw, and a page reads what the proxy before it read, whatever else the query names', () => {
  fc.assert(
    fc.property(queries, (search) => {
      expect(readings(gathered(search))).toEqual(readings(searchOf(search)))
      for (const path of ['/', '/latest', '/status', `/owner/${KEY}`, `/delegate/${KEY}`, `/account/${KEY}`]) {
        const at = pageAt(path)
        at?.page.open(at.subject, searchOf(search))
        canonicalOwnerPath(path, search)
        redirectForOldPath(path, search)
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  '__proto__=a&filter=0:2',
  'filter=0:2&__proto__=a',
  '__proto__=a&__proto__=b&filter=0:2',
  'constructor=x&filter=0:2&toString=y&hasOwnProperty=',
])('the filter of ?%s is read', (query) => {
  const read = readOwnerUrl(KEY, gathered(new URLSearchParams(query)))
  expect(read).toMatchObject({ ok: true, value: { filters: [{ offset: 0, bytes: '2' }] } })
})
