import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexOf } from '../../format/hex'
import { LIMITS } from '../../page/address'
import type { Search } from '../../page/url-reader'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { canonicalOwnerPath } from '../pages/owner'
import { ownerHref, readOwnerUrl } from './owner-address'
import { readOwnerQuery } from './owner-query'

const OWNER = '11111111111111111111111111111112'
const WALLET = 'SysvarC1ock11111111111111111111111111111111'

const filters = fc.uniqueArray(
  fc.record({
    offset: fc.nat({ max: 1_000 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => base58.encode(bytes)),
  }),
  { maxLength: 4, selector: ({ offset, bytes }) => `${offset}:${bytes}` },
)

function sent(owner: string, members: [string, string][] | string): string | null {
  return canonicalOwnerPath(`/owner/${owner}`, new URLSearchParams(members))
}

describe('what the forms of an owner page send', () => {
  it('adds one filter to what is there, in whatever way its bytes are typed, and keeps everything else', () => {
    const size = fc.constantFrom(1, 2, 4, 8, 32)
    const bytes = size.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    fc.assert(
      fc.property(
        filters,
        bytes,
        fc.constantFrom('hex', 'base58'),
        fc.nat({ max: 10_000 }),
        fc.constantFrom(...LIMITS),
        (existing, bytes, format, offset, limit) => {
          const text = format === 'hex' ? hexOf(bytes) : base58.encode(bytes)
          const slice = { offset: 4, length: 8 }
          const leads = sent(OWNER, [
            ...existing.map(({ offset, bytes }): [string, string] => ['filter', `${offset}:${bytes}`]),
            ['slice', '4:8'],
            ['limit', String(limit)],
            ['mode', 'continuous'],
            ['at', '7'],
            ['cluster', 'devnet'],
            ['cursor', 'of another list'],
            ['open', 'a row of another list'],
            ['filterOffset', ` ${offset} `],
            ['filterFormat', format],
            ['filterBytes', text],
          ])
          const added = { offset, bytes: base58.encode(bytes) }
          const there = existing.some((each) => each.offset === added.offset && each.bytes === added.bytes)
          expect(leads).toBe(
            ownerHref(
              OWNER,
              { filters: there ? existing : [...existing, added], slice, limit, mode: 'continuous' },
              'devnet',
            ),
          )
        },
      ),
    )
  })

  it('replaces the slice', () => {
    expect(sent(OWNER, 'filter=0:a&slice=0:8&sliceOffset=32&sliceLength=128')).toBe(
      `/owner/${OWNER}?filter=0:a&slice=32:128`,
    )
  })

  it("sets and takes away the wallet and the mint on the token program's page, beside other filters", () => {
    expect(sent(TOKEN_PROGRAM, `filter=64:a&tokenWallet=+${WALLET}+&tokenMint=`)).toBe(
      `/owner/${TOKEN_PROGRAM}?filter=64:a&filter=32:${WALLET}`,
    )
    expect(sent(TOKEN_PROGRAM, `filter=32:${OWNER}&tokenWallet=${WALLET}&tokenMint=${OWNER}`)).toBe(
      `/owner/${TOKEN_PROGRAM}?filter=0:${OWNER}&filter=32:${WALLET}`,
    )
    expect(sent(TOKEN_PROGRAM, 'filter=64:a&tokenWallet=&tokenMint=')).toBe(`/owner/${TOKEN_PROGRAM}?filter=64:a`)
    expect(sent(OWNER, `tokenWallet=${WALLET}`)).toBeNull()
  })

  it('leaves other bytes at the same offset as they are', () => {
    expect(sent(OWNER, 'filter=0:a&filterOffset=0&filterBytes=b')).toBe(`/owner/${OWNER}?filter=0:a&filter=0:b`)
    expect(sent(TOKEN_PROGRAM, `filter=0:a&tokenMint=${OWNER}`)).toBe(
      `/owner/${TOKEN_PROGRAM}?filter=0:a&filter=0:${OWNER}`,
    )
  })

  it('leads nowhere without a field of a form, with a wrong one, and on other pages', () => {
    for (const query of ['filter=0:a', 'filterOffset=0', 'filterBytes=a&limit=0']) {
      expect(sent(OWNER, query)).toBeNull()
    }
    expect(sent('short', 'filterBytes=a')).toBeNull()
    expect(canonicalOwnerPath(`/delegate/${OWNER}`, new URLSearchParams('filterBytes=a'))).toBeNull()
    expect(canonicalOwnerPath(`/owner/${OWNER}/more`, new URLSearchParams('filterBytes=a'))).toBeNull()
  })
})

describe('what is wrong is explained at its field, and everything else kept', () => {
  const existing = { filter: ['0:a', '4:b'], slice: '0:8' }

  it.each([
    [{ filterOffset: '-1', filterBytes: 'a' }, 'filterOffset', /whole number from 0/],
    [{ filterOffset: '', filterBytes: 'a' }, 'filterOffset', /whole number from 0/],
    [{ filterOffset: '10485761', filterBytes: 'a' }, 'filterOffset', /no account holds more/],
    [{ filterBytes: '' }, 'filterBytes', /not be empty/],
    [{ filterFormat: 'hex', filterBytes: 'xyz' }, 'filterBytes', /“x” is not one/],
    [{ filterFormat: 'u64', filterBytes: '18446744073709551616' }, 'filterBytes', /18,446,744,073,709,551,615/],
    [{ filterFormat: 'text', filterBytes: 'a'.repeat(257) }, 'filterBytes', /at most 256 bytes/],
    [{ filterFormat: 'u128', filterBytes: '1' }, 'filterFormat', /one of base58, pubkey/],
    [{ filterBytes: ['a', 'b'] }, 'filterBytes', /given once/],
    [{ sliceOffset: '0', sliceLength: '0' }, 'sliceLength', /at least 1/],
    [{ sliceOffset: '0', sliceLength: '' }, 'sliceLength', /whole number from 1/],
    [{ sliceOffset: '99999999999', sliceLength: '1' }, 'sliceOffset', /no account holds more/],
  ] as const)('%j', (typed, field, words) => {
    const search = { ...existing, ...typed } as Search
    const query = readOwnerQuery(OWNER, search)
    expect(query.errors).toEqual({ [field]: expect.stringMatching(words) })
    expect(query.invalid).toEqual([{ name: field, message: query.errors[field] }])
    expect(query.filters).toEqual([
      { offset: 0, bytes: 'a' },
      { offset: 4, bytes: 'b' },
    ])
    expect(query.slice).toEqual({ offset: 0, length: 8 })
    for (const [name, text] of Object.entries(typed)) {
      expect(query.fields[name as keyof typeof query.fields]).toBe([text].flat()[0])
    }
    expect(readOwnerUrl(OWNER, search).ok).toBe(false)
  })

  it('a wallet that is none', () => {
    const query = readOwnerQuery(TOKEN_PROGRAM, { tokenWallet: 'abc', tokenMint: WALLET })
    expect(query.errors).toEqual({ tokenWallet: expect.stringMatching(/base58 of 32 bytes/) })
    expect(query.fields).toMatchObject({ tokenWallet: 'abc', tokenMint: WALLET })
  })

  it('a sixth filter', () => {
    const filter = Array.from({ length: 5 }, (_, i) => `${i}:a`)
    const sixth = readOwnerQuery(OWNER, { filter, filterOffset: '9', filterBytes: 'a' })
    expect(sixth.errors).toEqual({ filterBytes: expect.stringMatching(/at most 5 filters/) })
    expect(sixth.filters).toHaveLength(5)
    expect(readOwnerQuery(OWNER, { filter, filterOffset: '4', filterBytes: 'a' }).invalid).toEqual([])
  })

  it('a filter of six parts in the address stands in the form, the right ones stay', () => {
    const query = readOwnerQuery(OWNER, { filter: ['0:a', '1:2:3:4:5:6'] })
    expect(query.invalid).toEqual([
      { name: 'filter', message: 'must be <offset>:<base58>; in “1:2:3:4:5:6” are 6 parts' },
    ])
    expect(query.filters).toEqual([{ offset: 0, bytes: 'a' }])
    expect(query.fields).toMatchObject({ filterOffset: '1', filterBytes: '2:3:4:5:6' })
    expect(query.errors.filterBytes).toMatch(/one offset and one base58 text/)
  })

  it('thousands of filters are refused without looking at each', () => {
    const query = readOwnerQuery(OWNER, { filter: Array.from({ length: 10_000 }, () => `0:${'z'.repeat(1_000)}`) })
    expect(query.errors.filter).toMatch(/at most 5 times; here are 10000/)
  })
})
