import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { searchOf } from '../page/url-reader'
import { parsePastedLink } from '../search/pasted-link'
import { hasPage, pageAt, pages } from './pages'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const SIGNATURE = base58.encode(new Uint8Array(64).fill(7))

function check(path: string) {
  const { pathname, searchParams } = new URL(path, 'http://explorer')
  const at = pageAt(pathname)
  return at?.page.open(at.subject, searchOf(searchParams)) ?? null
}

const paramsOf = (path: string) => {
  const read = check(path)
  return read?.ok ? read.value.request?.params : null
}

describe('what a page asks', () => {
  it('leaves out what its URL does not name, because an indexer may refuse a null', () => {
    expect(paramsOf(`/owner/${KEY}`)).toStrictEqual({ owner: KEY, limit: 50 })
    expect(paramsOf(`/delegate/${KEY}`)).toStrictEqual({ delegate: KEY, limit: 50 })
    expect(paramsOf('/latest?open=x')).toStrictEqual({ limit: 50 })
  })

  it('bears the names of the interface', () => {
    const search = `filter=0:abc&filter=32:d&slice=4:8&limit=10&cursor=c&open=x&mint=${KEY}`
    expect(paramsOf(`/owner/${KEY}?${search}`)).toStrictEqual({
      owner: KEY,
      filters: [{ memcmp: { offset: 0, bytes: 'abc' } }, { memcmp: { offset: 32, bytes: 'd' } }],
      dataSlice: { offset: 4, length: 8 },
      limit: 10,
      cursor: 'c',
    })
    expect(paramsOf(`/delegate/${KEY}?${search}`)).toStrictEqual({ delegate: KEY, mint: KEY, limit: 10, cursor: 'c' })
  })
})

describe('the page at an address', () => {
  it.each([`/tx/${SIGNATURE}`, '/status', '/status?range=7d', '/', '/help', '/search?q=x', '/address/x'])(
    'finds that %s requests nothing',
    (path) => {
      expect(check(path)).toMatchObject({ ok: true, value: { request: null } })
    },
  )

  it.each([`/owner/${KEY}/x`, '/nowhere', '/owner', '/account', '/tx/', '/latest/x', '/constructor/x', '/__proto__'])(
    'finds no page at %s',
    (path) => {
      expect(check(path)).toBeNull()
    },
  )

  it('reads a percent-encoded subject as the page does', () => {
    expect(check(`/owner/%63${KEY.slice(1)}`)).toMatchObject({
      ok: true,
      value: { request: { params: { owner: KEY } } },
    })
  })
})

it.each(pages.map(({ route }) => route.replace(/\[.*/, KEY)))('leads a pasted link to %s there', (path) => {
  expect(parsePastedLink(`https://explorer.example${path}`, { hosts: ['explorer.example'], hasPage })).toBe(path)
})

it('knows every page in app/, and none that is not there', () => {
  const routes = fs
    .readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'page.tsx')
    .map((file) => `/${path.dirname(file).replace(/^\.$/, '')}`)
    .sort()
  expect(pages.map(({ route }) => route).sort()).toEqual(routes)
})
