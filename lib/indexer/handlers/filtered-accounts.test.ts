import { base58 } from '@scure/base'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { allItems } from '@/lib/testing/indexer/all-items'
import { newAccount } from '@/lib/testing/indexer/new-account'
import { fill, storeWith } from '@/lib/testing/indexer/store-with'
import { describeStores } from '@/lib/testing/indexer/stores'
import { key, PROGRAM_IDS, TREE_V1, TREE_V2 } from '@/lib/testing/indexer/synthetic-chain'
import { watchedReader } from '@/lib/testing/indexer/watched-reader'
import type { AccountUpdate } from '../../protocol/light/updates'
import { MethodError } from '../json-rpc/method-error'
import { answer } from '../server/json-rpc'
import type { Reader, Store } from '../store/store'
import { handlers } from './handlers'

/* A walk takes several steps. Two trees with the same leaf indices, half of the accounts token accounts of one mint. */
const ACCOUNTS = 12_000
const owner = base58.decode(PROGRAM_IDS.token)
const mint = key('the mint')

const accounts: AccountUpdate[] = Array.from({ length: ACCOUNTS }, (_, n) => {
  const data = Buffer.alloc(72, 1)
  if (n % 2 === 0) data.set(mint)
  data.set(key(`wallet ${n % 3}`), 32)
  data.writeUInt32BE(n, 68)
  return newAccount(`account ${n}`, {
    owner,
    data: n % 5 === 0 ? null : { discriminator: 1n, data, dataHash: key('data') },
    tree: n % 3 === 0 ? TREE_V1 : TREE_V2,
    leafIndex: Math.floor(n / 3),
  })
})

const ordered = [...accounts].sort((a, b) => a.leafIndex - b.leafIndex || Buffer.compare(a.hash, b.hash))

let store: Store
let end: () => Promise<void>
beforeAll(async () => {
  const made = await storeWith(accounts)
  store = made.store
  end = made.end
})
afterAll(() => end())

type Filter = [offset: number, bytes: Uint8Array]

const NO_TIME = clockOf(() => 0)

function ask(
  filters: Filter[],
  limit: number,
  cursor: string | null = null,
  { db = store as Reader, clock = NO_TIME } = {},
) {
  const memcmp = filters.map(([offset, bytes]) => ({ memcmp: { offset, bytes: base58.encode(bytes) } }))
  const params = { owner: PROGRAM_IDS.token, filters: memcmp, limit, cursor }
  return handlers.getCompressedAccountsByOwner(db, params, { tip: 7, maxLagSlots: 20, clock })
}

function matching(filters: Filter[]): string[] {
  return ordered
    .filter(({ data }) =>
      filters.every(
        ([offset, bytes]) => data && Buffer.compare(data.data.subarray(offset, offset + bytes.length), bytes) === 0,
      ),
    )
    .map(({ hash }) => base58.encode(hash))
}

const OF_MINT: Filter = [0, mint]
const OF_WALLET: Filter = [32, key('wallet 1')]
const endingWith = (byte: number): Filter => [71, Uint8Array.of(byte)]
const numbered = (n: number): Filter => [68, Uint8Array.of(0, 0, n >> 8, n & 255)]

describeStores('filtered accounts', 'in the gate', ({ newStore }) => {
  const file = { store: null as Store | null }
  beforeAll(async () => {
    file.store = store
    store = await newStore()
    await fill(store, accounts)
  })
  afterAll(() => {
    if (file.store) store = file.store
  })

  describe('a walk of several steps', () => {
    it.each([1, 10, 1000])('finds what matches exactly once, in order, by pages of %i', async (limit) => {
      const filters = [endingWith(7)]
      const walked = await allItems(async (cursor) => {
        const { value } = await ask(filters, limit, cursor)
        expect(value.items.length).toBe(value.cursor === null ? value.items.length : limit)
        return value
      })
      expect(walked.map(({ hash }) => hash)).toEqual(matching(filters))
      expect(walked.length).toBeGreaterThan(20)
    })

    it('finds the same as a look at every account', async () => {
      const filter = fc.oneof(
        fc.constantFrom(OF_MINT, OF_WALLET, [33, key('wallet 2').subarray(1)] as Filter),
        fc.integer({ min: 0, max: 255 }).map(endingWith),
        fc.integer({ min: 0, max: ACCOUNTS + 10 }).map(numbered),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(filter, { minLength: 1, maxLength: 3 }),
          fc.integer({ min: 1, max: 1000 }),
          async (filters, limit) => {
            const { value } = await ask(filters, limit)
            expect(value.items.map(({ hash }) => hash)).toEqual(matching(filters).slice(0, limit))
          },
        ),
        { numRuns: 25 },
      )
    })
  })
})

describe('a filter that does not find its page within two seconds', () => {
  function slow(ms: number) {
    let now = 0
    const clock = clockOf(() => now)
    const db = watchedReader(store, (sql) => {
      if (sql !== '') now += ms
    })
    return { db, clock, now: () => now }
  }

  const refused = (ask: Promise<unknown>) =>
    ask.then(
      () => null,
      (error: unknown) => error,
    )

  it.each([
    ['any bytes', 500, [endingWith(7)]],
    ['a mint and any bytes', 1_000, [OF_MINT, numbered(11_998)]],
  ])('by %s is refused, with what to do', async (_, ms, filters) => {
    const { db, clock, now } = slow(ms)
    const error = await refused(ask(filters, 1000, null, { db, clock }))
    expect(error).toBeInstanceOf(MethodError)
    expect(error).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^Validation Error: filter too broad: .*32 bytes.*limit/),
    })
    expect(now()).toBe(2_000)
  })

  it('is answered when the page is full or the list ends in that moment', async () => {
    const full = await ask([endingWith(7)], 5, null, slow(600))
    expect(full.value.items).toHaveLength(5)
    const { value } = await ask([numbered(3)], 1000, null, slow(300))
    expect(value).toMatchObject({ items: [{ hash: base58.encode(key('account 3')) }], cursor: null })
  })

  it('is answered for a smaller page', async () => {
    const few = matching([endingWith(7)]).slice(0, 3)
    const { value } = await ask([endingWith(7)], 3, null, slow(900))
    expect(value.items.map(({ hash }) => hash)).toEqual(few)
    expect(value.cursor).not.toBe(null)
  })
})

test('others are answered while filters walk, however many', async () => {
  const service = { store, chain: { tip: () => 7, maxLagSlots: 20 }, count: () => {} }
  const ended: string[] = []
  const send = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    expect(await answer(body, service)).toContain('"result"')
    ended.push(method)
  }
  const [offset, bytes] = numbered(11_998)
  const params = { owner: PROGRAM_IDS.token, filters: [{ memcmp: { offset, bytes: base58.encode(bytes) } }] }
  const walks = Array.from({ length: 12 }, () => send('getCompressedAccountsByOwner', params))
  const others = Array.from({ length: 5 }, () => send('getIndexerSlot', {}))
  await Promise.all([...walks, ...others])
  expect(ended.slice(0, 5)).toEqual(Array(5).fill('getIndexerSlot'))
})
