import { base58 } from '@scure/base'
import { beforeAll, describe, expect, it } from 'vitest'
import { type MethodName, methods, type Params, type Result } from '@/lib/protocol/rpc/methods'
import { allItems } from '@/lib/testing/indexer/all-items'
import { indexed } from '@/lib/testing/indexer/indexed'
import { describeStores } from '@/lib/testing/indexer/stores'
import {
  groupBatchAppend,
  groupV1,
  groupV2,
  key,
  type MadeAccount,
  PROGRAMS,
  signature,
  tokenData,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { watchedReader } from '@/lib/testing/indexer/watched-reader'
import type { Store } from '../store/store'
import { encodeOwnerCursor } from './cursor'
import type { ChainState, Handler } from './handler'
import { handlers } from './handlers'

const b58 = base58.encode

/** Leaf indices repeat across trees, and hashes are in another order. */
const owner = key('owner')
const owned: MadeAccount[] = Array.from({ length: 23 }, (_, i) => ({
  hash: key(`owned ${i}`),
  owner,
  leafIndex: Math.floor(i / 3),
  lamports: i === 0 ? 2n ** 64n - 1n : BigInt(i),
  data:
    i % 2 === 0
      ? null
      : { discriminator: 2n ** 64n - 1n - BigInt(i), data: Uint8Array.of(i, 2, 3, 4), dataHash: key('d') },
}))
const delegate = key('delegate')
const delegated: MadeAccount[] = Array.from({ length: 17 }, (_, i) => ({
  hash: key(`delegated ${i}`),
  owner: PROGRAMS.tokenBytes,
  leafIndex: 100 + Math.floor(i / 7),
  data: tokenData({
    mint: key(`mint ${i % 3}`),
    owner: key(`wallet ${i % 4}`),
    amount: 123456789012345678n + BigInt(i),
    delegate,
    frozen: i === 5,
  }),
}))

const chain: ChainState = { tip: 10, maxLagSlots: 20 }
let store: Store

const blocks = () => [
  { slot: 3, blockTime: null, transactions: [transactionOf('t3', [groupV1({ outputs: owned, seq: 40n })])] },
  {
    slot: 5,
    blockTime: 1_700_000_005,
    transactions: [
      transactionOf('t5', [groupV2({ outputs: delegated })]),
      transactionOf('t5 too', [groupV2({ outputs: [{ hash: key('short life'), owner, leafIndex: 999 }] })]),
    ],
  },
  {
    slot: 8,
    blockTime: 1_700_000_008,
    transactions: [transactionOf('t8', [groupV2({ inputs: [key('short life')] })])],
  },
  { slot: 9, blockTime: 1_700_000_009, transactions: [transactionOf('t9', [groupBatchAppend(110n)])] },
  { slot: 10, blockTime: 1_700_000_010, transactions: [] },
]

async function ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
  const handler: Handler<M> = handlers[method]
  const result = await handler(store, params, chain)
  expect(methods[method].result.safeParse(result).error).toBeUndefined()
  return result
}

const compare = (a: { hash: Uint8Array }, b: { hash: Uint8Array }) => Buffer.compare(a.hash, b.hash)
const names = (accounts: { hash: Uint8Array }[]) => accounts.map(({ hash }) => b58(hash))
const ordered = [...owned].sort((a, b) => a.leafIndex - b.leafIndex || compare(a, b))

describeStores('the operations', 'at every commit', ({ newStore }) => {
  beforeAll(async () => {
    store = (await indexed(blocks(), await newStore())).store
  })

  describe('getCompressedAccountsByOwner', () => {
    const ofOwner = async (params: Partial<Params<'getCompressedAccountsByOwner'>> = {}) =>
      (await ask('getCompressedAccountsByOwner', { owner: b58(owner), ...params })).value

    it('lists live accounts by leaf index, then hash bytes, with every member and digit', async () => {
      const { items, cursor } = await ofOwner()
      expect(items.map(({ hash }) => hash)).toEqual(names(ordered))
      expect(cursor).toBeNull()
      const first = items.find(({ hash }) => hash === b58(key('owned 0')))
      expect(first).toMatchObject({ lamports: 2n ** 64n - 1n, data: null, address: null, slotCreated: 3, seq: 40n })
      const second = items.find(({ hash }) => hash === b58(key('owned 1')))
      expect(second?.data).toEqual({ discriminator: 2n ** 64n - 2n, data: 'AQIDBA==', dataHash: b58(key('d')) })
      expect(second?.seq).toBe(41n)
    })

    it.each([1, 2, 3, 7, 22, 23, 24])('lists every account exactly once by pages of %i', async (limit) => {
      const walked = await allItems(async (cursor) => {
        const page = await ofOwner({ limit, cursor })
        // A cursor is given exactly when the page is full, even where nothing follows. facts/photon-wire.md 8.
        expect(page.cursor !== null).toBe(page.items.length === limit)
        return page
      })
      expect(walked.map(({ hash }) => hash)).toEqual(names(ordered))
    })

    const filter = (offset: number, ...bytes: number[]) => ({ memcmp: { offset, bytes: b58(Uint8Array.from(bytes)) } })
    it.each([
      [0, 2, 'AQI='],
      [1, 2, 'AgM='],
      [3, 1, 'BA=='],
      [1, 99, 'AgME'],
      [4, 1, ''],
      [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, ''],
      [0, 0, ''],
    ])('slices data from %i for %i bytes, clipped to the end', async (offset, length, data) => {
      const items = (await ofOwner({ dataSlice: { offset, length }, filters: [filter(0, 1)] })).items
      expect(items.map((item) => item.data)).toEqual([{ discriminator: 2n ** 64n - 2n, data, dataHash: b58(key('d')) }])
    })
  })

  describe('getCompressedTokenAccountsByDelegate', () => {
    const mintOf = (account: MadeAccount) => account.data?.data.slice(0, 32) ?? new Uint8Array()
    const byMint = [...delegated].sort((a, b) => Buffer.compare(mintOf(a), mintOf(b)) || compare(a, b))
    const walk = (params: Omit<Params<'getCompressedTokenAccountsByDelegate'>, 'delegate'>) =>
      allItems(
        async (cursor) =>
          (await ask('getCompressedTokenAccountsByDelegate', { delegate: b58(delegate), ...params, cursor })).value,
      )

    it.each([1, 2, 5, 17, 1000])('lists all by mint, then hash, by pages of %i', async (limit) => {
      expect((await walk({ limit })).map(({ account }) => account.hash)).toEqual(names(byMint))
    })

    it('lists those of one mint', async () => {
      const expected = byMint.filter((account) => Buffer.compare(mintOf(account), key('mint 1')) === 0)
      const walked = await walk({ mint: b58(key('mint 1')), limit: 2 })
      expect(walked.map(({ account }) => account.hash)).toEqual(names(expected))
    })

    it('tells wallet from program, frozen from initialized, and amounts exactly', async () => {
      const frozen = (await walk({})).filter(({ tokenData: { state } }) => state === 'frozen')
      expect(frozen).toMatchObject([
        {
          account: { owner: b58(PROGRAMS.tokenBytes), seq: null },
          tokenData: { owner: b58(key('wallet 1')), amount: 123456789012345683n, delegate: b58(delegate), tlv: null },
        },
      ])
    })
  })

  describe('signatures', () => {
    const ofAccount = async (name: string) =>
      (await ask('getCompressionSignaturesForAccount', { hash: b58(key(name)) })).value.items

    it('of an account are creation, or consumption and creation', async () => {
      expect(await ofAccount('owned 3')).toEqual([{ signature: b58(signature('t3')), slot: 3, blockTime: 0 }])
      expect((await ofAccount('short life')).map(({ slot }) => slot)).toEqual([8, 5])
    })

    it('of an account that three transactions name are all of them', async () => {
      const name = { hash: key('named thrice'), owner, leafIndex: 1 }
      const transactions = [
        transactionOf('creates', [groupV2({ outputs: [name] })]),
        transactionOf('spends', [groupV2({ inputs: [name.hash] })]),
        transactionOf('spends again', [groupV2({ inputs: [name.hash] })]),
      ]
      const blocks = transactions.map((each, i) => ({ slot: i + 1, blockTime: null, transactions: [each] }))
      const { store } = await indexed(blocks, await newStore())
      const { value } = await handlers.getCompressionSignaturesForAccount(store, { hash: b58(name.hash) }, chain)
      expect(value.items.map(({ slot }) => slot)).toEqual([3, 2, 1])
    })

    it('of an unknown account are an error, not an empty list', async () => {
      await expect(ofAccount('unknown')).rejects.toThrow('Record Not Found: Account not found')
    })

    it('of compression come newest first, forester maintenance included, signature bytes deciding inside a slot', async () => {
      const { items } = (await ask('getLatestCompressionSignatures', {})).value
      const inSlot5 = [signature('t5'), signature('t5 too')].sort(Buffer.compare).reverse()
      expect(items.map((item) => item.signature)).toEqual(
        [signature('t9'), signature('t8'), ...inSlot5, signature('t3')].map((bytes) => b58(bytes)),
      )
      expect(items.at(-1)?.blockTime).toBe(0)
    })

    it.each([2, 4, 5])('of compression by pages of %i are the same list', async (limit) => {
      const all = (await ask('getLatestCompressionSignatures', {})).value.items
      const walked = await allItems(
        async (cursor) => (await ask('getLatestCompressionSignatures', { limit, cursor })).value,
      )
      expect(walked).toEqual(all)
    })
  })

  describe('health and slot', () => {
    it('answer the slot reached, and ok up to and including the allowed lag', async () => {
      expect(await ask('getIndexerSlot', {})).toBe(10)
      const health = (tip: number | null) => handlers.getIndexerHealth(store, {}, { tip, maxLagSlots: 20 })
      expect([await health(10), await health(30), await health(5)]).toEqual(['ok', 'ok', 'ok'])
      await expect(health(31)).rejects.toThrow('Node is behind 21 slots')
      await expect(health(null)).rejects.toThrow('The Solana node does not answer, so the lag is not known')
    })

    it('say why the lag is not known where the node answers, and why no block comes while it grows', async () => {
      const health = (more: Partial<ChainState>) =>
        handlers.getIndexerHealth(store, {}, { tip: 31, maxLagSlots: 20, ...more })
      await expect(health({ tip: null, headUnknown: () => 'getSlot: error -32601' })).rejects.toThrow(
        'The Solana node does not say its newest slot (getSlot: error -32601), so the lag is not known',
      )
      const stallReason = 'waiting for slot 11 (getBlock: error -32009)'
      await expect(health({ stallReason: () => stallReason })).rejects.toThrow(
        `Node is behind 21 slots: ${stallReason}`,
      )
      expect(await health({ tip: 30, stallReason: () => stallReason })).toBe('ok')
    })

    it('of an empty store are slot 0, and its lists are empty', async () => {
      const empty = await newStore()
      expect(await handlers.getIndexerSlot(empty, {}, chain)).toBe(0)
      expect(await handlers.getLatestCompressionSignatures(empty, {}, chain)).toEqual({
        context: { slot: 0 },
        value: { items: [], cursor: null },
      })
    })
  })
})

describe('every list', () => {
  it('walks an index from its cursor on: no scan, no sorting of the whole', async () => {
    store = (await indexed(blocks())).store
    const plans: string[] = []
    const spied = watchedReader(store, async (sql, values) => {
      if (sql === '' || sql.endsWith(' FROM store')) return
      plans.push(...(await store.all(`EXPLAIN QUERY PLAN ${sql}`, ...values)).map(({ detail }) => String(detail)))
    })
    const cursor = { owner: encodeOwnerCursor({ leafIndex: 1n, hash: key('a') }) }
    const filters = [0, 32, 5].map((offset) => [{ memcmp: { offset, bytes: b58(key('x')) } }])
    for (const filter of [undefined, ...filters]) {
      await handlers.getCompressedAccountsByOwner(
        spied,
        { owner: b58(owner), cursor: cursor.owner, ...(filter ? { filters: filter } : {}) },
        chain,
      )
    }
    for (const mint of [null, b58(key('mint 1'))]) {
      await handlers.getCompressedTokenAccountsByDelegate(spied, { delegate: b58(delegate), mint }, chain)
    }
    await handlers.getLatestCompressionSignatures(spied, {}, chain)
    expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual([])
    expect(plans.filter((step) => step.includes('TEMP B-TREE') && !step.includes('LAST TERM'))).toEqual([])
    expect(plans.filter((step) => step.includes('accounts_by') || step.includes('transactions_by'))).toEqual([
      'SEARCH accounts USING INDEX accounts_by_owner (owner=? AND (leaf_index,hash)>(?,?))',
      'SEARCH accounts USING INDEX accounts_by_data_0 (<expr>=? AND leaf_index>?)',
      'SEARCH accounts USING INDEX accounts_by_data_0 (<expr>=? AND leaf_index>? AND leaf_index<?)',
      'SEARCH accounts USING INDEX accounts_by_data_32 (<expr>=? AND leaf_index>?)',
      'SEARCH accounts USING INDEX accounts_by_data_32 (<expr>=? AND leaf_index>? AND leaf_index<?)',
      'SEARCH accounts USING COVERING INDEX accounts_by_owner (owner=? AND leaf_index>?)',
      'SEARCH accounts USING INDEX accounts_by_owner (owner=? AND (leaf_index,hash)>(?,?) AND leaf_index<?)',
      'SEARCH token_accounts USING COVERING INDEX token_accounts_by_delegate (delegate=? AND (mint,hash)>(?,?))',
      'SEARCH token_accounts USING COVERING INDEX token_accounts_by_delegate (delegate=? AND mint=? AND hash>?)',
      'SEARCH transactions USING INDEX transactions_by_slot ((slot,signature)<(?,?))',
    ])
  })
})
