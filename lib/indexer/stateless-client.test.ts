import { bn, createRpc, type Rpc } from '@lightprotocol/stateless.js'
import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allItems } from '@/lib/testing/indexer/all-items'
import { indexed } from '@/lib/testing/indexer/indexed'
import {
  groupV1,
  groupV2,
  key,
  type MadeAccount,
  PROGRAMS,
  signature,
  tokenData,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { type RunningServer, startServer } from './server/server'

/*
 * The unmodified TypeScript client checks hashes against BN254 and trees against its own list, so made-up accounts respect both
 * (facts/photon-wire.md 10). V2 names are its default; its types come from its dependency `@solana/web3.js`.
 */

const owner = key('owner')
const delegate = key('delegate')
const owned = Array.from(
  { length: 25 },
  (_, i): MadeAccount => ({
    hash: key(`owned ${i}`),
    owner,
    leafIndex: i,
    lamports: 9007199254740995n + BigInt(i),
    address: i === 3 ? key('address') : null,
    data: i % 2 ? { discriminator: 2n ** 64n - 1n, data: Uint8Array.of(i), dataHash: key('data') } : null,
  }),
)
const delegated = Array.from(
  { length: 12 },
  (_, i): MadeAccount => ({
    hash: key(`delegated ${i}`),
    owner: PROGRAMS.tokenBytes,
    leafIndex: i,
    data: tokenData({
      mint: key(`mint ${i % 2}`),
      owner: key('wallet'),
      amount: 123456789012345678n,
      delegate,
      frozen: i === 5,
    }),
  }),
)

const at = (cursor: string | null) => (cursor === null ? {} : { cursor })

let server: RunningServer
let rpc: Rpc

const blocks = [
  { slot: 41, blockTime: 1_700_000_041, transactions: [transactionOf('a', [groupV1({ outputs: owned })])] },
  { slot: 42, blockTime: 1_700_000_042, transactions: [transactionOf('b', [groupV2({ outputs: delegated })])] },
  {
    slot: 43,
    blockTime: 1_700_000_043,
    transactions: [transactionOf('c', [groupV2({ inputs: [key('delegated 0')] })])],
  },
]

describe('the TypeScript client', () => {
  beforeAll(async () => {
    const { store } = await indexed(blocks)
    const chain = { tip: () => 43, maxLagSlots: 20 }
    server = await startServer(
      { store, chain, count: () => undefined },
      { host: '127.0.0.1', port: 0, metrics: () => '' },
    )
    const url = `http://127.0.0.1:${server.port}`
    rpc = createRpc(url, url, url)
  })
  afterAll(() => server.close())

  it('reads the accounts of an owner, page by page, every digit, with data, address and tree', async () => {
    const items = await allItems(async (cursor) => {
      const page = await rpc.getCompressedAccountsByOwner(new PublicKey(owner), { limit: bn(10), ...at(cursor) })
      return { items: page.items, cursor: page.cursor }
    })
    const read = items.map(({ hash, lamports, leafIndex }) => [leafIndex, hash.toString(16), lamports.toString()])
    const expected = owned.map(({ hash, lamports, leafIndex }) => [
      leafIndex,
      BigInt(`0x${Buffer.from(hash).toString('hex')}`).toString(16),
      String(lamports),
    ])
    expect(new Set(read.map(String))).toEqual(new Set(expected.map(String)))
    const account = items.find(({ leafIndex }) => leafIndex === 3)
    expect(account?.data?.discriminator).toEqual(Array(8).fill(255))
    expect(account?.data?.data).toEqual(Buffer.of(3))
    expect(account?.address).toEqual([...key('address')])
    expect(account?.treeInfo.queue.toBase58()).toBe('nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148')
    expect(account?.proveByIndex).toBe(false)
  })

  it('reads the token accounts of a delegate, page by page', async () => {
    const items = await allItems((cursor) =>
      rpc.getCompressedTokenAccountsByDelegate(new PublicKey(delegate), { limit: bn(4), ...at(cursor) }),
    )
    const read = items.map(({ parsed, compressedAccount }) => {
      expect(parsed.amount.toString()).toBe('123456789012345678')
      expect(compressedAccount.proveByIndex).toBe(true)
      expect(compressedAccount.treeInfo.queue.toBase58()).toBe('oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto')
      return `${compressedAccount.leafIndex} ${parsed.state}`
    })
    expect(read.sort()).toEqual(Array.from({ length: 11 }, (_, i) => `${i + 1} ${i + 1 === 5 ? 2 : 1}`).sort())
    const ofOneMint = await rpc.getCompressedTokenAccountsByDelegate(new PublicKey(delegate), {
      mint: new PublicKey(key('mint 1')),
    })
    expect(ofOneMint.items).toHaveLength(6)
  })

  it('reads the signatures of an account, and the latest ones page by page', async () => {
    const signatures = await rpc.getCompressionSignaturesForAccount(bn(key('delegated 0'), undefined, 'be'))
    expect(signatures.map(({ signature: text, slot }) => [text, slot])).toEqual([
      [base58.encode(signature('c')), 43],
      [base58.encode(signature('b')), 42],
    ])
    const read = await allItems(
      async (cursor) => (await rpc.getLatestCompressionSignatures(cursor ?? undefined, 1)).value,
    )
    expect(read.map(({ slot }) => slot)).toEqual([43, 42, 41])
  })
})
