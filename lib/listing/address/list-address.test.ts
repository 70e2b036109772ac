import { describe, expect, it } from 'vitest'
import { accepted, refusal } from '@/lib/testing/read-url'
import { DEFAULT_LIMIT, LIMITS } from '../../page/address'
import type { Search } from '../../page/url-reader'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { latestHref, pageSizes, readDelegateUrl, readListUrl } from './list-address'
import { ownerHref, readOwnerUrl, walletTokensHref } from './owner-address'

const readSignaturesUrl = (search: Search) => readListUrl('signatures', search, () => ({}))

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

const SOMEBODY = '11111111111111111111111111111112'

describe('the address of a list', () => {
  it('takes columns by name, whatever their order; all of them are none named', () => {
    expect(accepted(readSignaturesUrl({ columns: ['time', 'signature'] })).columns).toEqual(['signature', 'time'])
    expect(accepted(readSignaturesUrl({ columns: 'signature' })).columns).toEqual(['signature'])
    expect(accepted(readOwnerUrl(KEY, { columns: ['tree', 'tree'] })).columns).toEqual(['hash', 'tree'])
    expect(accepted(readSignaturesUrl({ columns: ['time', 'slot'] })).columns).toBeNull()
    expect(accepted(readSignaturesUrl({ columns: '' })).columns).toBeNull()
    expect(refusal(readSignaturesUrl({ columns: ['tree', 'slot'] }))).toEqual([
      'columns must be among signature, slot, time',
    ])
    expect(refusal(readDelegateUrl(KEY, { columns: 'constructor' }))).toEqual([
      'columns must be among hash, amount, mint, delegated, wallet, state, slot',
    ])
  })

  it('takes the columns of every list of accounts, and shows of them those that the list has', () => {
    const columns = ['hash', 'mint', 'lamports']
    const own = ['hash', 'mint', 'amount', 'wallet', 'delegate', 'state', 'slot']
    expect(accepted(readOwnerUrl(TOKEN_PROGRAM, { columns })).columns).toEqual(columns)
    expect(accepted(readOwnerUrl(SOMEBODY, { columns })).columns).toEqual(['hash', 'lamports'])
    expect(accepted(readOwnerUrl(TOKEN_PROGRAM, { columns: own })).columns).toBeNull()
    expect(accepted(readOwnerUrl(TOKEN_PROGRAM, { columns: own.slice(0, 3), slice: '0:32' })).columns).toBeNull()
  })

  it('reads the columns that addresses named before there were others', () => {
    const old = ['hash', 'address', 'lamports', 'data', 'leaf', 'tree', 'slot']
    for (const owner of [SOMEBODY, TOKEN_PROGRAM]) {
      const { columns } = accepted(readOwnerUrl(owner, { columns: old }))
      expect(new Set(columns)).toEqual(new Set(old))
    }
  })

  it('opens at the first page where its cursor is of before there were signatures; any other is read as it is', () => {
    for (const cursor of ['AoV9yf4Av4TfxwEABDIAAAAA', 'AYV9yf4AAAQyAAAAAAAAAAAx']) {
      expect(accepted(readSignaturesUrl({ cursor }))).toMatchObject({ cursor: null, isOlder: true })
    }
    for (const cursor of ['A4V9yf4Av4TfxwEABDIAAAAA', 'BAV9yf4AAAQyAAAAAAAAAAAx', 'nonsense', 'AQ']) {
      const url = accepted(readSignaturesUrl({ cursor }))
      expect(url).toMatchObject({ cursor })
      expect(url.isOlder).toBeUndefined()
    }
  })

  it('needs no parameter, and ignores those it does not know', () => {
    const place = {
      limit: 50,
      sort: null,
      cursor: null,
      open: null,
      mode: 'pages',
      at: null,
      takenAt: null,
      minSlot: null,
      created: null,
      columns: null,
    }
    expect(accepted(readSignaturesUrl({}))).toEqual(place)
    expect(accepted(readSignaturesUrl({ utm_source: ['a', 'b'], fbclid: 'x', __proto__: undefined }))).toEqual(place)
    expect(accepted(readOwnerUrl(KEY, {}))).toEqual({ owner: KEY, filters: [], slice: null, whole: null, ...place })
    expect(accepted(readDelegateUrl(KEY, {}))).toEqual({ delegate: KEY, mint: null, ...place })
  })

  it('treats an empty parameter, as a form sends it, as absent', () => {
    const empty = { limit: '', cursor: '', open: '', mode: '', at: '', filter: '', slice: '', mint: '', since: '' }
    expect(readOwnerUrl(KEY, empty)).toEqual(readOwnerUrl(KEY, {}))
    expect(readDelegateUrl(KEY, empty)).toEqual(readDelegateUrl(KEY, {}))
  })

  it('takes slots of creation; times are slots by then, or have no block time', () => {
    expect(accepted(readDelegateUrl(KEY, { since: '5' })).created).toEqual({ since: 5, until: null })
    expect(accepted(readOwnerUrl(KEY, { since: '5', until: '9' })).created).toEqual({ since: 5, until: 9 })
    expect(accepted(readSignaturesUrl({ since: 'x' })).created).toBeNull()
    expect(refusal(readOwnerUrl(KEY, { since: '1h' }))).toEqual([
      'since is a time, and no block time near it was found: reload the page, or give a slot',
    ])
    expect(refusal(readOwnerUrl(KEY, { since: '1h', until: 'soon' }))).toEqual([
      expect.stringMatching(/^until must be a slot, a time in UTC such as/),
    ])
    for (const [since, until, ends] of [
      ['9', '9', 'where'],
      ['9', '5', 'before'],
      ['1h', '2h', 'before'],
      ['2026-11-20', '2026-11-19T23:59', 'before'],
      ['1d', '2001-01-01', 'before'],
    ] as const) {
      expect(refusal(readDelegateUrl(KEY, { since, until }))).toEqual([
        `until must be after since: the range since=${since} until=${until} ends ${ends} it starts`,
      ])
    }
    expect(refusal(readOwnerUrl(KEY, { until: '9', whole: 'true' }))).toEqual([
      'until cannot be combined with whole, which lists all accounts',
    ])
  })

  it.each(['0', '1001', '050', '50.0', '5e1', ' 50', 'all', '-50'])('refuses the page size %j', (limit) => {
    expect(refusal(readSignaturesUrl({ limit }))).toEqual(['limit must be a whole number from 1 to 1000'])
  })

  it.each(['all', 'Continuous', 'pages '])('refuses the mode %j', (mode) => {
    expect(refusal(readSignaturesUrl({ mode }))).toEqual(['mode must be pages or continuous'])
  })

  it.each(['0', '-1', '1.5', '1e3', '1:', ':abc', '1:0OIl', '1:a b', '1234567890', `1:${'a'.repeat(89)}`])(
    'refuses the place %j',
    (at) => {
      expect(refusal(readSignaturesUrl({ at }))).toEqual([
        'at must be <row number> or <row number>:<hash or signature>',
      ])
    },
  )

  it('refuses what is given twice, by name, once', () => {
    expect(refusal(readSignaturesUrl({ limit: ['0', '10'], cursor: ['a', 'b'] }))).toEqual([
      'limit must be given once',
      'cursor must be given once',
    ])
    expect(refusal(readOwnerUrl(KEY, { slice: ['0:1', '0:1'] }))).toEqual(['slice must be given once'])
    expect(refusal(readDelegateUrl(KEY, { mint: [KEY, KEY] }))).toEqual(['mint must be given once'])
  })

  it.each(['32', '32:', ':abc', '1.5:abc', '1e3:abc', '1234567890123456:a'])(
    'refuses the filter %j and shows a good one',
    (filter) => {
      expect(refusal(readOwnerUrl(KEY, { filter }))).toEqual([
        expect.stringMatching(/^filter must be <offset>:<base58>/),
      ])
    },
  )

  it('takes five filters and refuses a sixth', () => {
    const filter = Array.from({ length: 5 }, (_, i) => `${i}:abc`)
    expect(accepted(readOwnerUrl(KEY, { filter })).filters).toHaveLength(5)
    expect(refusal(readOwnerUrl(KEY, { filter: [...filter, '6:abc'] }))).toEqual([
      'filter must be given at most 5 times; here are 6',
    ])
  })

  it.each(['8', '8:', ':8', '0:0', '-1:8', '0:1e3', '0:1234567890', '0:8:1', 'a:b'])(
    'refuses the slice %j',
    (slice) => {
      expect(refusal(readOwnerUrl(KEY, { slice }))).toEqual([expect.stringMatching(/^slice must be <offset>:<length>/)])
    },
  )

  it.each([
    [{ whole: 'yes' }, 'whole must be one of true, twice'],
    [{ whole: 'true', calls: '0' }, 'calls must be a number from 1 to 20000'],
    [{ whole: 'true', calls: '20001' }, 'calls must be a number from 1 to 20000'],
    [{ whole: 'twice', calls: '1e3' }, 'calls must be a number from 1 to 20000'],
    [{ whole: ['true', 'true'] }, 'whole must be given once'],
  ])('refuses to read a list whole by %o', (search, message) => {
    expect(refusal(readOwnerUrl(KEY, search))).toEqual([message])
  })

  it('names everything that is wrong at once', () => {
    expect(
      refusal(readOwnerUrl('x', { filter: 'x', slice: 'x', limit: 'x' })).map((text) => text.split(' ')[0]),
    ).toEqual(['owner', 'filter', 'slice', 'limit'])
  })

  it('says for a malformed path value what it must be', () => {
    expect(refusal(readOwnerUrl('', {}))).toEqual(['owner must be an address (base58 of 32 bytes): it is empty'])
    expect(refusal(readDelegateUrl('abc', { mint: 'x' }))).toEqual([
      'delegate must be an address (base58 of 32 bytes): it decodes to 3 bytes',
      'mint must be an address (base58 of 32 bytes): it decodes to 1 bytes',
    ])
  })
})

describe('links to lists', () => {
  it('leave out the default network and the default page size', () => {
    expect(latestHref({ limit: DEFAULT_LIMIT, cursor: null })).toBe('/latest')
    expect(latestHref({ limit: 100, cursor: 'c' }, 'devnet')).toBe('/latest?limit=100&cursor=c&cluster=devnet')
  })

  it('are short to read: filters and slices keep their colons', () => {
    const filters = [
      { offset: 0, bytes: 'a' },
      { offset: 32, bytes: 'b' },
    ]
    expect(ownerHref('x', { filters, slice: { offset: 0, length: 8 } })).toBe(
      '/owner/x?filter=0:a&filter=32:b&slice=0:8',
    )
  })

  it("a wallet's tokens are at the token program, filtered by the bytes behind the mint", () => {
    expect(walletTokensHref(TOKEN_PROGRAM)).toBe(`/owner/${TOKEN_PROGRAM}?filter=32:${TOKEN_PROGRAM}`)
  })

  it('the menu of page sizes has the page’s own size among its six, in order', () => {
    const menu = (limit: number) => pageSizes(limit, (size) => latestHref({ limit: size }))
    expect(menu(3).map((size) => size.limit)).toEqual([3, ...LIMITS])
    expect(menu(3)[0]).toEqual({ limit: 3, href: '/latest?limit=3', current: true })
    expect(menu(999).map((size) => size.limit)).toEqual([10, 25, 50, 100, 250, 999, 1000])
    expect(menu(100).map((size) => size.limit)).toEqual(LIMITS)
    expect(menu(100).filter(({ current }) => current)).toEqual([
      { limit: 100, href: '/latest?limit=100', current: true },
    ])
  })
})
