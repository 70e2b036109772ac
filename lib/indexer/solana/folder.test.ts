import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { expect, it, vi } from 'vitest'
import { openTransaction } from '@/lib/protocol/light/groups'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { expectWholeHistory, folderNode } from '@/lib/testing/indexer/folder-node'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import {
  type AnsweredTransaction,
  AS_THE_EXPLORER,
  listedSignatures,
  type NodeHere,
  replyOf,
  resultOf,
} from '@/lib/testing/indexer/node-client'
import { groupV1, key, PROGRAM_IDS, signature, TREE_V2, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { trueAccount } from '@/lib/testing/indexer/true-account'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { ledgerBlocks, writeFolder } from '@/lib/testing/recordings/replay'
import { versionOfWire } from '../../protocol/light/wire'
import { formatTransaction } from './transaction-form'

const folderWith = async (files: Record<string, unknown>, use: (node: NodeHere, folder: string) => Promise<void>) =>
  inFolder(async (folder) => {
    for (const [name, content] of Object.entries(files)) {
      fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
      fs.writeFileSync(path.join(folder, name), stringifyJson(content))
    }
    const node = await folderNode(folder)
    await use(node, folder)
  })

const signed = (name: string) => base58.encode(signature(name))

const transaction = (name: string, leafIndex: number, form = {}) =>
  transactionOf(name, [groupV1({ outputs: [trueAccount({ owner: key('o'), leafIndex }, 'v1')] })], form)

const answered = async (node: NodeHere, of: string, config: object = AS_THE_EXPLORER) =>
  (await resultOf(node, 'getTransaction', [of, config])) as AnsweredTransaction | null

/** Its header is a placeholder that no one signed. */
const REASSEMBLED = 'v2-mixed-inputs-mainnet'

it.each(recordingNames())('%s: every transaction comes as it was stored and signed', async (name) =>
  inFolder(async (folder) => {
    const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const recording = readRecording(name)
    const { accounts } = recording
    const anyProgram = (recording.programIds ?? PROGRAM_IDS).compression
    writeFolder(folder, ledgerBlocks(recording), accounts)
    const node = await folderNode(folder, recording.programIds)
    await expectWholeHistory(node, folder, { programIds: recording.programIds, signed: name !== REASSEMBLED })
    for (const { slot, place, entries } of ledgerBlocks(recording)) {
      for (const { signature, transaction, encoding } of entries) {
        if (place) continue
        const found = await answered(node, signature)
        expect(found).toMatchObject({ slot, meta: transaction.meta as object })
        if (encoding === 'base64') expect(found?.transaction).toEqual(transaction.transaction)
        expect(found && openTransaction(found, anyProgram)).toEqual(openTransaction(transaction, anyProgram))
      }
    }
    const addresses = accounts.map(({ address }) => address)
    const answer = (await resultOf(node, 'getMultipleAccounts', [addresses])) as { value: unknown[] }
    const infos = accounts.map(({ info }) => (info as { value: { owner: string; data: unknown } }).value)
    expect(answer.value).toMatchObject(infos.map(({ owner, data }) => ({ owner, data })))
    log.mockRestore()
  }),
)

it('numbers of 64 bits come as they were recorded, and mints from accounts/', () => {
  const [mint, broken, other] = ['m', 'b', 'n'].map((name) => base58.encode(key(name)))
  const { meta, ...rest } = transaction('t', 1)
  const balances = { preBalances: [2n ** 64n - 1n, 5], postBalances: [2n ** 53n + 1n, 5], fee: 5000, costUnits: 7 }
  const value = {
    owner: base58.encode(key('program')),
    lamports: 2n ** 64n - 1n,
    data: [Buffer.from('mint').toString('base64'), 'base64'],
    executable: false,
    space: 4,
  }
  return folderWith(
    {
      'transactions/named otherwise.json': {
        slot: 9,
        blockTime: null,
        ...rest,
        meta: { ...(meta as object), ...balances },
      },
      [`accounts/${mint}.json`]: { context: { slot: 175 }, value: { ...value, rentEpoch: 18446744073709552000n } },
      [`accounts/${broken}.json`]: { context: { slot: 175 }, value: { ...value, lamports: -1 } },
    },
    async (node) => {
      const found = await answered(node, signed('t'))
      expect(found).toMatchObject({ slot: 9, blockTime: null, meta: balances })
      const accounts = await resultOf(node, 'getMultipleAccounts', [[mint, other]])
      expect(accounts).toEqual({ context: { slot: 9 }, value: [{ ...value, rentEpoch: 2n ** 64n - 1n }, null] })
      const log = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
      expect((await replyOf(node, 'getMultipleAccounts', [[broken]])).error?.message).toBe('Internal server error')
      expect(log.mock.calls.flat().join()).toContain(`${broken}.json: value.lamports: must not be negative`)
      log.mockRestore()
    },
  )
})

it('transactions of one slot are found in all of its files, and none of a slot that is not stored', () =>
  folderWith(
    {
      'blocks/7.json': {
        blockTime: 5,
        transactions: [transaction('a', 0), transaction('failed', 9, { err: 'AccountInUse' })],
      },
      [`transactions/${signed('b')}.json`]: { slot: 7, ...transaction('b', 1) },
      [`transactions/${signed('a')}.json`]: { slot: 7, blockTime: 5, ...transaction('a', 0) },
      'transactions/c.json': { slot: 12, blockTime: 6, ...transaction('c', 2) },
    },
    async (node, folder) => {
      expect((await listedSignatures(node)).map(({ slot }) => slot)).toEqual([12, 7, 7])
      await expectWholeHistory(node, folder, { signed: false })
      await node.store.run('UPDATE store SET slot = 11')
      expect(await answered(node, signed('c'))).toBeNull()
    },
  ))

it('a transaction of version 1 is answered as it was recorded, to who understands it', () => {
  const wire = Buffer.concat([Buffer.of(0x81), Buffer.alloc(200, 7)]).toString('base64')
  const made = { ...transaction('t', 0), transaction: [wire, 'base64'] }
  expect(versionOfWire(Buffer.from(wire, 'base64'))).toBe(1)
  expect(formatTransaction({ ...made, version: 1 }, 1)).toMatchObject({ transaction: [wire, 'base64'], version: 1 })
  expect(() => formatTransaction({ ...made, version: 1 }, 0)).toThrow('version (1) is not supported')
})

it('a folder that was recorded from a chain has that chain’s genesis hash', () => {
  const genesisHash = base58.encode(key('genesis'))
  const note = { genesisHash, from: 7, to: 7, complete: true, foreignTrees: [base58.encode(TREE_V2)] }
  const files = { 'blocks/7.json': { blockTime: 5, transactions: [transaction('a', 0)] } }
  return folderWith({ ...files, 'recording.json': note }, async (node) => {
    expect(await resultOf(node, 'getGenesisHash')).toBe(genesisHash)
  })
})
