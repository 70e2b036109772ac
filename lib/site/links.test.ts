import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentDecoded } from '@/lib/platform/percent-decoded'
import { hostileText, isWellFormed } from '@/lib/testing/hostile-text'
import { accountHref, historyHref, readAccountUrl } from '../account/address'
import { MAX_DATA_BYTES } from '../format/data-range'
import { columnsOf, offeredColumns, shownColumns } from '../listing/address/columns'
import {
  delegateHref,
  latestHref,
  mintHref,
  readDelegateUrl,
  readListUrl,
  readMintUrl,
} from '../listing/address/list-address'
import { ownerHref, READ_MODES, readOwnerUrl, walletTokensHref } from '../listing/address/owner-address'
import { explorersFor, feedHref, LIMITS, previewPath, searchHref, statusFeedHref, txHref } from '../page/address'

import { type Search, searchOf } from '../page/url-reader'
import { TOKEN_PROGRAM } from '../protocol/light/token-program'
import type { RowsName } from '../protocol/rpc/items'

import { readStatusUrl, statusHref } from '../status/address'
import { RANGE_NAMES, rangeParams } from '../status/range'
import { readTxUrl } from '../transaction/address'
import { pageAt } from './pages'

const readSignaturesUrl = (search: Search) => readListUrl('signatures', search, () => ({}))

const bytesText = (min: number, max = min) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((bytes) => base58.encode(bytes))
const key = bytesText(32)
const text = fc.string({ unit: 'grapheme', minLength: 1 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const at = fc.record({
  number: fc.integer({ min: 1, max: 999_999_999 }),
  identity: maybe(fc.oneof(key, bytesText(64))),
})
const place = fc.record({
  limit: fc.integer({ min: 1, max: 1_000 }),
  cursor: maybe(text),
  open: maybe(text),
  mode: fc.constantFrom('pages', 'continuous'),
  at: maybe(at),
  minSlot: maybe(fc.maxSafeNat()),
})
const chosenOf = (rows: RowsName) => {
  const [identity = '', ...others] = offeredColumns(rows, false).map(({ name }) => name)
  const own = shownColumns(rows, null).map(({ name }) => name)
  return maybe(
    fc
      .subarray(others)
      .map((chosen) => [identity, ...chosen])
      .filter((chosen) => chosen.join() !== own.join()),
  )
}
const sortOf = (rows: RowsName) => maybe(fc.constantFrom(...columnsOf(rows).flatMap(({ name }) => [name, `-${name}`])))
const created = maybe(
  fc
    .record({ since: maybe(fc.nat()), until: maybe(fc.nat()) })
    .filter(({ since, until }) => (since ?? until) !== null && (since ?? -1) < (until ?? Number.POSITIVE_INFINITY)),
)
const placeIn = (rows: RowsName) =>
  fc
    .tuple(place, chosenOf(rows), sortOf(rows), rows === 'signatures' ? fc.constant(null) : created)
    .map(([place, columns, sort, created]) => ({ ...place, columns, sort, created }))
const cluster = fc.option(text, { nil: undefined })

function opened(href: string): { subject: string; search: Search; url: URL } {
  const url = new URL(href, 'http://explorer')
  const search: Record<string, string | string[] | undefined> = {}
  for (const name of new Set(url.searchParams.keys())) {
    const all = url.searchParams.getAll(name)
    search[name] = all.length > 1 ? all : all[0]
  }
  return { subject: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''), search, url }
}

describe('a link is read by its page as what it was built from', () => {
  it('owner, with filters, slice, page and network', () => {
    const filters = fc.array(fc.record({ offset: fc.nat({ max: MAX_DATA_BYTES }), bytes: bytesText(1, 40) }), {
      maxLength: 5,
    })
    const slice = maybe(
      fc.record({ offset: fc.nat({ max: MAX_DATA_BYTES }), length: fc.integer({ min: 1, max: MAX_DATA_BYTES }) }),
    )
    fc.assert(
      fc.property(key, filters, slice, placeIn('accounts'), cluster, (owner, filters, slice, place, cluster) => {
        const { subject, search, url } = opened(ownerHref(owner, { filters, slice, ...place }, cluster))
        expect(readOwnerUrl(subject, search)).toEqual({
          ok: true,
          value: { owner, filters, slice, whole: null, ...place, takenAt: null },
        })
        expect(search.cluster).toBe(cluster)
        const at = pageAt(url.pathname)
        expect(at?.page.open(at.subject, searchOf(url.searchParams))).toMatchObject({
          ok: true,
          value: { request: { method: 'getCompressedAccountsByOwner', params: { owner, limit: place.limit } } },
        })
      }),
    )
  })

  it('a whole list, which requests nothing for its summary', () => {
    const whole = fc.record({ mode: fc.constantFrom(...READ_MODES), calls: maybe(fc.integer({ min: 1, max: 20_000 })) })
    fc.assert(
      fc.property(key, whole, placeIn('accounts'), cluster, (owner, whole, { created: _, ...place }, cluster) => {
        const { subject, search, url } = opened(ownerHref(owner, { whole, ...place }, cluster))
        expect(readOwnerUrl(subject, search)).toMatchObject({ ok: true, value: { owner, whole, ...place } })
        const at = pageAt(url.pathname)
        expect(at?.page.open(at.subject, searchOf(url.searchParams))).toMatchObject({
          ok: true,
          value: { request: null },
        })
      }),
    )
  })

  it('mint, with page and network; its list is the token program’s rows that begin with it', () => {
    fc.assert(
      fc.property(key, cluster, (mint, cluster) => {
        const { subject, search, url } = opened(mintHref(mint, cluster))
        expect(readMintUrl(subject, search)).toMatchObject({ ok: true, value: { mint, cursor: null } })
        const at = pageAt(url.pathname)
        expect(at?.page.open(at.subject, searchOf(url.searchParams))).toMatchObject({
          ok: true,
          value: { request: { params: { owner: TOKEN_PROGRAM, filters: [{ memcmp: { offset: 0, bytes: mint } }] } } },
        })
      }),
    )
  })

  it('delegate, with mint, page and network', () => {
    fc.assert(
      fc.property(key, maybe(key), placeIn('tokenAccounts'), cluster, (delegate, mint, place, cluster) => {
        const { subject, search } = opened(delegateHref(delegate, { mint, ...place }, cluster))
        expect(readDelegateUrl(subject, search)).toEqual({
          ok: true,
          value: { delegate, mint, ...place, takenAt: null },
        })
        expect(search.cluster).toBe(cluster)
      }),
    )
  })

  it('latest signatures, with page and network', () => {
    fc.assert(
      fc.property(placeIn('signatures'), cluster, (place, cluster) => {
        const { url, search } = opened(latestHref(place, cluster))
        expect(url.pathname).toBe('/latest')
        expect(readSignaturesUrl(search)).toEqual({ ok: true, value: { ...place, takenAt: null } })
        expect(search.cluster).toBe(cluster)
      }),
    )
  })

  it('status, with its range and network', () => {
    const now = Date.UTC(2026, 10, 20, 12)
    const seconds = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => n * 1000)
    const between = fc
      .tuple(seconds(-86_400 * 90, 0), seconds(10, 86_400 * 90))
      .map(([back, length]) => ({ fromMs: now + back, toMs: now + back + length }))
    const last = fc.constantFrom(...RANGE_NAMES).map((last) => ({ last }))
    fc.assert(
      fc.property(fc.oneof(between, last, fc.constant(null)), cluster, (range, cluster) => {
        const { url, search } = opened(statusHref(cluster, rangeParams(range)))
        expect(url.pathname).toBe('/status')
        expect(readStatusUrl(search, now)).toEqual({ ok: true, value: range })
        expect(search.cluster).toBe(cluster)
      }),
    )
  })

  it('account, with owner, filters, slot to wait for, place in its history and network', () => {
    const filters = fc.array(fc.record({ offset: fc.nat({ max: MAX_DATA_BYTES }), bytes: bytesText(1, 40) }), {
      maxLength: 5,
    })
    const minSlot = maybe(fc.maxSafeNat())
    fc.assert(
      fc.property(
        key,
        maybe(key),
        filters,
        minSlot,
        fc.oneof(fc.record({ olderThan: key }), fc.record({ newerThan: key }), fc.constant(null)),
        fc.constantFrom(...LIMITS),
        cluster,
        (hash, owner, filters, minSlot, history, limit, cluster) => {
          const link = historyHref(hash, cluster, { owner, filters, minSlot, history, limit, walked: 7 })
          const { subject, search } = opened(link)
          expect(readAccountUrl(subject, search)).toEqual({
            ok: true,
            value: { hash, owner, filters, minSlot, takenAt: null, history, limit },
          })
          expect(search.cluster).toBe(cluster)
        },
      ),
    )
  })

  it('transaction, with network', () => {
    fc.assert(
      fc.property(bytesText(64), cluster, (signature, cluster) => {
        const { subject, search } = opened(txHref(signature, cluster))
        expect(readTxUrl(subject)).toEqual({ ok: true, value: { signature } })
        expect(search.cluster).toBe(cluster)
      }),
    )
  })
})

it('a link is made of any text, never throws, and names what it was made of', () => {
  const parts = fc.record({
    text: hostileText(),
    other: hostileText(),
    cluster: fc.option(hostileText(), { nil: undefined }),
  })
  fc.assert(
    fc.property(parts, ({ text, other, cluster }) => {
      const filters = [{ offset: 0, bytes: other }]
      const place = { cursor: other, open: other, at: { number: 1, identity: other }, columns: [other] }
      const links = [
        ownerHref(text, { filters, ...place }, cluster),
        delegateHref(text, { mint: other, ...place }, cluster),
        accountHref(text, cluster, { owner: other, filters }),
        txHref(text, cluster),
        searchHref(text, cluster),
        latestHref(place, cluster),
        walletTokensHref(text, cluster),
        mintHref(text, cluster),
        feedHref('owner', text, cluster),
        statusFeedHref(text),
        previewPath(ownerHref(text, { filters }, cluster)),
        ...explorersFor({ name: text, linksOut: true }, 'tx', other).map(({ href }) => href),
      ]
      for (const link of links) {
        const { origin, searchParams } = new URL(link, 'http://here')
        expect(link).toMatch(/^(?:\/[a-z]|https:\/\/)/)
        expect(origin).toBe(link.startsWith('/') ? 'http://here' : new URL(link).origin)
        if (cluster !== undefined && link.startsWith('/owner/')) expect(searchParams.getAll('cluster')).toHaveLength(1)
      }
      if (isWellFormed(text) && !/^\.{0,2}$/.test(text)) {
        expect(percentDecoded(new URL(txHref(text), 'http://here').pathname.slice('/tx/'.length))).toBe(text)
        expect(new URL(searchHref(text), 'http://here').searchParams.get('q')).toBe(text)
      }
    }),
  )
})
