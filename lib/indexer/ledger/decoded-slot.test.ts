import fs from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import {
  groupV1,
  groupV2,
  key,
  type MadeAccount,
  PROGRAM_IDS,
  PROGRAMS,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { trueAccount, trueTokenAccount } from '@/lib/testing/indexer/true-account'
import { openSqlite } from '../store/sqlite/open'
import { decodeSlot } from './decoded-slot'
import { openFolder } from './folder'
import { createProgress, follow } from './follow'

const plain = trueAccount({ owner: key('o'), leafIndex: 5, lamports: 7n, address: key('address') }, 'v1')
const token = trueTokenAccount({ mint: key('m'), owner: key('w'), amount: 2n ** 63n, delegate: key('d') }, 6, 'v1')
const withData = trueAccount(
  {
    owner: key('o'),
    leafIndex: 7,
    data: { discriminator: 9n, data: new Uint8Array(3), dataHash: key('somebody else knows how') },
  },
  'v1',
)

async function read(accounts: MadeAccount[], group = groupV1) {
  return inFolder(async (folder) => {
    const transactions = accounts.map((account, i) => transactionOf(`t${i}`, [group({ outputs: [account] })]))
    fs.mkdirSync(path.join(folder, 'blocks'))
    fs.writeFileSync(path.join(folder, 'blocks', '3.json'), JSON.stringify({ blockTime: 1, transactions }))
    const ledger = openFolder({
      folder,
      compressionProgram: PROGRAM_IDS.compression,
      decode: (slot) => decodeSlot(slot, PROGRAMS),
    })
    const store = openSqlite(':memory:', { ledger: 'test', programIds: {} })
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const progress = createProgress()
    const { signal } = new AbortController()
    await follow({ ledger, store, programs: PROGRAMS, progress, signal, onReady: () => undefined })
    const lines = stderr.mock.calls.map(([line]) => String(line))
    stderr.mockRestore()
    const stored = (await store.all('SELECT hash FROM accounts ORDER BY id')).map(({ hash }) => hash)
    const { n } = (await store.get('SELECT count(*) AS n FROM transactions')) ?? {}
    await store.close()
    return { stored, hashes: progress.hashes, lines, transactions: Number(n) }
  })
}

const bytes = (value: Uint8Array) => Uint8Array.from(value)

it('stores accounts whose contents make their hash, in either tree', async () => {
  const { stored, hashes, lines } = await read([plain, token, withData])
  expect(stored).toEqual([plain, token, withData].map(({ hash }) => bytes(hash)))
  expect([hashes, lines]).toEqual([{ matches: 3, differs: 0, cannot_tell: 0 }, []])
  const v2 = trueAccount({ owner: key('o'), leafIndex: 8, lamports: 2n ** 64n - 1n }, 'v2')
  expect((await read([v2], groupV2)).hashes).toEqual({ matches: 1, differs: 0, cannot_tell: 0 })
})

const data = (account: MadeAccount) => account.data ?? { discriminator: 0n, data: new Uint8Array(), dataHash: key('') }
const flipped = (of: Uint8Array, at: number) => of.map((byte, i) => (i === at ? byte ^ 1 : byte))
/** Adding the modulus gives the same field element in other bytes, which no program would write. */
const plusModulus = (of: Uint8Array) => {
  const modulus = 21888242871839275222246405745257275088548364400416034343698204186575808495617n
  const sum = (BigInt(`0x${Buffer.from(of).toString('hex')}`) + modulus).toString(16)
  return Uint8Array.from(Buffer.from(sum.padStart(64, '0'), 'hex'))
}

it.each<[string, MadeAccount]>([
  ['the owner', { ...plain, owner: key('p') }],
  ['the lamports', { ...plain, lamports: 8n }],
  ['the leaf index', { ...plain, leafIndex: 50 }],
  ['the address', { ...plain, address: key('other') }],
  ['the address, by the modulus', { ...plain, address: plusModulus(plain.address ?? key('')) }],
  ['the hash', { ...plain, hash: flipped(plain.hash, 31) }],
  ['the discriminator', { ...withData, data: { ...data(withData), discriminator: 10n } }],
  ['the data hash', { ...withData, data: { ...data(withData), dataHash: key('z') } }],
  ['the mint of a token', { ...token, data: { ...data(token), data: flipped(data(token).data, 3) } }],
  ['the amount of a token', { ...token, data: { ...data(token), data: flipped(data(token).data, 64) } }],
  ['the delegate of a token', { ...token, data: { ...data(token), data: flipped(data(token).data, 80) } }],
])('leaves out an account with another value of %s, says so, and stores its transaction', async (_, account) => {
  const other = trueAccount({ owner: key('other'), leafIndex: 99 }, 'v1')
  const { stored, hashes, lines, transactions } = await read([account, other])
  expect(stored).toEqual([bytes(other.hash)])
  expect(transactions).toBe(2)
  expect(hashes).toEqual({ matches: 1, differs: 1, cannot_tell: 0 })
  expect(lines).toEqual([expect.stringContaining('left out an account whose contents make another hash')])
})
