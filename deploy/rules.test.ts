import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageTurns, turnsFor } from '@/lib/server/listener/page-turns'
import { ROUTES } from '@/lib/site/listener-hooks'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'

/* The proxies' path rules against the explorer's. Both proxies use PCRE, here limited to what JavaScript supports. */

function rulesIn(name: string, around: RegExp, flags = ''): RegExp[] {
  const found = Array.from(shippedText(name).matchAll(around), ([, rule = '']) => new RegExp(rule, flags))
  expect(found.length, `${around} in ${name}`).toBeGreaterThan(0)
  return found
}

describe('pages of many rows', () => {
  const [large] = rulesIn('nginx.conf', /map \$args \$leafscan_large \{[^}]*?"~\*(.+)" /g, 'i')
  const counts = (query: string) => large?.test(query) ?? false

  const encoded = (text: string) =>
    fc
      .array(fc.constantFrom('plain', 'lower', 'upper'), { minLength: text.length, maxLength: text.length })
      .map((ways) =>
        Array.from(text, (character, i) => {
          const code = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
          return ways[i] === 'plain' ? character : ways[i] === 'upper' ? code.toUpperCase() : code
        }).join(''),
      )
  const number = fc.oneof(
    fc.integer({ min: 0, max: 1_200 }).map(String),
    fc.constantFrom('', '+101', '0101', '1e3', ' 500'),
  )
  const limit = fc.tuple(encoded('limit'), number.chain(encoded)).map((pair) => pair.join('='))
  const other = fc.constantFrom('cursor=x', 'a=?', 'limit', 'x=limit', '?', '', 'mode=continuous', '%26=1')
  const query = fc.array(fc.oneof(limit, other), { maxLength: 4 }).map((parts) => parts.join('&'))

  test('are all counted by nginx, however an address writes their number', () => {
    fc.assert(
      fc.property(query, (text) => {
        if (turnsFor(`/latest?${text}`) === pageTurns().large) expect(counts(text), text).toBe(true)
      }),
    )
  })

  test('are none of up to 100 rows, nor what only looks like a number of rows', () => {
    for (let rows = 1; rows <= 100; rows++) expect(counts(`a=b&limit=${rows}&c=%31`), String(rows)).toBe(false)
    for (const text of ['', 'limits=1000', 'xlimit=1000', 'x=limit=1000', 'lim%2569t=1000', 'limit']) {
      expect(counts(text), text).toBe(false)
    }
  })

  test('have turns of their own, wherever in the address their number stands', () => {
    for (const text of ['limit=1000', 'a=?&limit=1000', '?&limit=101', 'limit=5&limi%74=%31000']) {
      expect(turnsFor(`/latest?${text}`), text).toBe(pageTurns().large)
    }
    for (const text of ['', '?limit=100', '?a?limit=1000']) expect(turnsFor(`/latest${text}`)).toBe(pageTurns().usual)
  })
})

describe('whole lists', () => {
  const paths = ROUTES.map((route) => route.replace(/\[[^\]]+\]/g, 'getCompressedAccountsByOwner'))
  const exports = paths.filter((path) => path.endsWith('/export'))

  test('of every route of the explorer that writes them as they are read, and of no other, pass both proxies unbuffered', () => {
    expect(exports.length).toBeGreaterThan(1)
    for (const rule of rulesIn('nginx.conf', /location ~ (\S+export\S*) \{\s+proxy_cache off;/g)) {
      expect(paths.filter((path) => rule.test(path))).toEqual(exports)
    }
    const varnish = rulesIn('varnish.vcl', /req\.url ~ "([^"]+export[^"]*)"/g)
    expect(varnish).toHaveLength(2)
    for (const rule of varnish) {
      expect(paths.filter((path) => rule.test(path))).toEqual(exports)
      expect(paths.filter((path) => rule.test(`${path}?format=csv&x=/export`))).toEqual(exports)
      // The explorer percent-decodes an operation's name.
      expect(rule.test('/api/v1/%67etCompressedAccountsByOwner/export')).toBe(true)
    }
  })
})
