import { describe, expect, it } from 'vitest'
import { TOKEN_PROGRAM } from './address'
import {
  type ReadUrl,
  readAccountUrl,
  readDelegateUrl,
  readListUrl,
  readOwnerUrl,
  readStatusUrl,
  readTxUrl,
  readWalletUrl,
} from './address-reader'
import type { Search } from './query-params'

/** The address of a list without a subject. */
const readSignaturesUrl = (search: Search) => readListUrl('signatures', search, () => ({}))

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

/** An owner that is no program. */
const SOMEBODY = '11111111111111111111111111111112'

function refusal(read: ReadUrl<unknown>): string[] {
  if (read.ok) throw new Error(`took it as ${JSON.stringify(read.value)}`)
  return read.invalid.map(({ name, message }) => `${name} ${message}`)
}

function accepted<T>(read: ReadUrl<T>): T {
  if (!read.ok) throw new Error(JSON.stringify(read.invalid))
  return read.value
}

describe("a page's URL", () => {
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
      'columns must be among hash, mint, amount, delegated, wallet, state, slot',
    ])
  })

  it('takes the columns of every list of accounts, and shows of them those that the list has', () => {
    const columns = ['hash', 'mint', 'lamports']
    const own = ['hash', 'mint', 'amount', 'wallet', 'delegate', 'state', 'slot']
    expect(accepted(readOwnerUrl(TOKEN_PROGRAM, { columns })).columns).toEqual(columns)
    expect(accepted(readOwnerUrl(SOMEBODY, { columns })).columns).toEqual(['hash', 'lamports'])
    expect(accepted(readOwnerUrl(TOKEN_PROGRAM, { columns: own })).columns).toBeNull()
    // Of a slice no token data is read: none of these columns is there, and the list shows its own.
    expect(accepted(readOwnerUrl(TOKEN_PROGRAM, { columns: own.slice(0, 3), slice: '0:32' })).columns).toBeNull()
  })

  it('reads the columns that addresses named before there were others', () => {
    const old = ['hash', 'address', 'lamports', 'data', 'leaf', 'tree', 'slot']
    for (const owner of [SOMEBODY, TOKEN_PROGRAM]) {
      const { columns } = accepted(readOwnerUrl(owner, { columns: old }))
      expect(new Set(columns)).toEqual(new Set(old))
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
      columns: null,
    }
    expect(accepted(readSignaturesUrl({}))).toEqual(place)
    expect(accepted(readSignaturesUrl({ utm_source: ['a', 'b'], fbclid: 'x', __proto__: undefined }))).toEqual(place)
    expect(accepted(readOwnerUrl(KEY, {}))).toEqual({ owner: KEY, filters: [], slice: null, whole: null, ...place })
    expect(accepted(readDelegateUrl(KEY, {}))).toEqual({ delegate: KEY, mint: null, ...place })
  })

  it('treats an empty parameter, as a form sends it, as absent', () => {
    const empty = { limit: '', cursor: '', open: '', mode: '', at: '', filter: '', slice: '', mint: '' }
    expect(readOwnerUrl(KEY, empty)).toEqual(readOwnerUrl(KEY, {}))
    expect(readDelegateUrl(KEY, empty)).toEqual(readDelegateUrl(KEY, {}))
  })

  it.each([1, 3, 51, 1000])('takes the page size %i', (limit) => {
    expect(readSignaturesUrl({ limit: String(limit) })).toMatchObject({ ok: true, value: { limit } })
  })

  it.each(['0', '1001', '050', '50.0', '5e1', ' 50', 'all', '-50'])('refuses the page size %j', (limit) => {
    expect(refusal(readSignaturesUrl({ limit }))).toEqual(['limit must be a whole number from 1 to 1000'])
  })

  it('takes a continuous list with its place, by number alone or with the row', () => {
    expect(accepted(readSignaturesUrl({ mode: 'continuous', at: '1' }))).toMatchObject({
      mode: 'continuous',
      at: { number: 1, identity: null },
    })
    expect(accepted(readSignaturesUrl({ at: `12345:${KEY}` })).at).toEqual({ number: 12_345, identity: KEY })
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

  it.each(['32', '32:', ':abc', '-1:abc', '1.5:abc', '1e3:abc', '32:0OIl', '32: abc', '1234567890123456:a', 'x:a'])(
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
    expect(refusal(readAccountUrl('abc'))).toEqual(['hash must be a hash (base58 of 32 bytes): it decodes to 3 bytes'])
    expect(refusal(readTxUrl(KEY))).toEqual([
      'signature must be a transaction signature (base58 of 64 bytes): it decodes to 32 bytes',
    ])
  })
})

describe("an account's link", () => {
  it('may carry nothing, and ignores what it does not know', () => {
    expect(accepted(readAccountUrl(KEY, { utm_source: 'x', owner: '', minSlot: '', filter: '' }))).toEqual({
      hash: KEY,
      owner: null,
      filters: [],
      minSlot: null,
      wallet: null,
      takenAt: null,
      history: null,
      limit: 25,
    })
  })

  it.each(['-1', '1.5', '1e6', '300,000,500', '9007199254740992', '12345678901234567', 'soon', ' 5'])(
    'refuses the slot %j',
    (minSlot) => {
      const rule = 'must be a slot number, at most 2^53-1'
      expect(refusal(readAccountUrl(KEY, { minSlot }))).toEqual([`minSlot ${rule}`])
      expect(refusal(readOwnerUrl(KEY, { takenAt: minSlot }))).toEqual([`takenAt ${rule}`])
    },
  )

  it('names everything that is wrong at once', () => {
    const search = { owner: 'abc', filter: 'x', minSlot: ['1', '2'], wallet: 'abc', cursor: 'older:', limit: '0' }
    expect(refusal(readAccountUrl('abc', search)).map((text) => text.split(' ')[0])).toEqual([
      'hash',
      'owner',
      'filter',
      'minSlot',
      'wallet',
      'cursor',
      'limit',
    ])
  })
})

describe("the status page's URL", () => {
  const now = Date.UTC(2026, 10, 20, 12)

  it.each<[Record<string, string | string[]>, string[]]>([
    [{ range: '2h' }, ['range must be one of 5m, 15m, 1h, 6h, 24h, 7d, 30d, 90d']],
    [{ range: ['1h', '6h'] }, ['range must be given once']],
    [
      { from: '2026-11-20T10:00:00Z' },
      ['to is missing: from and to are required together, each a time in UTC such as 2026-11-20T10:00:00Z'],
    ],
    [
      { from: 'yesterday', to: '2026-11-20' },
      [
        'from must be a time in UTC such as 2026-11-20T10:00:00Z',
        'to must be a time in UTC such as 2026-11-20T10:00:00Z',
      ],
    ],
    [{ from: '2026-11-20T10:00:00Z', to: '2026-11-20T09:00:00Z' }, ['to must be at least 10 s after from']],
    [
      { from: '2026-11-20T12:00:01Z', to: '2026-11-20T13:00:00Z' },
      ['from must not be in the future: it is 2026-11-20T12:00:00Z'],
    ],
    [{ from: '2026-01-01T00:00Z', to: '2026-11-20T00:00Z' }, ['from must be at most 90 days before to']],
    [
      { range: '1h', from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z' },
      ['range must be absent where from and to are given'],
    ],
  ])('%j is refused', (search, words) => {
    expect(refusal(readStatusUrl(search, now))).toEqual(words)
  })

  it('needs no range, and takes what a form sends', () => {
    expect(accepted(readStatusUrl({ range: '', from: '', to: '' }, now))).toBeNull()
    const read = accepted(readStatusUrl({ from: '2026-11-20T10:00', to: '2026-11-20T11:00' }, now))
    expect(read).toEqual({ fromMs: now - 7_200_000, toMs: now - 3_600_000 })
  })

  it('takes a range that goes on beyond the present', () => {
    const read = accepted(readStatusUrl({ from: '2026-11-20T10:00:00Z', to: '2026-11-21T00:00:00Z' }, now))
    expect(read).toEqual({ fromMs: now - 7_200_000, toMs: now + 43_200_000 })
  })
})

describe('the address of a wallet', () => {
  it('names tab, mint and whether the associated token accounts of its mints are asked for', () => {
    expect(readWalletUrl(KEY, {})).toMatchObject({
      ok: true,
      value: { wallet: KEY, tab: null, mint: null, associated: false },
    })
    expect(readWalletUrl(KEY, { tab: 'given', mint: KEY, associated: 'listed' })).toMatchObject({
      ok: true,
      value: { tab: 'given', mint: KEY, associated: true },
    })
  })

  it('refuses other words, and says which are allowed', () => {
    const read = readWalletUrl(KEY, { tab: 'all', mint: 'abc', associated: 'yes' })
    expect(read.ok ? [] : read.invalid.map(({ name, message }) => `${name} ${message}`)).toEqual([
      'tab must be one of tokens, sol, given, received',
      expect.stringMatching(/^mint /),
      'associated must be listed',
    ])
  })
})
