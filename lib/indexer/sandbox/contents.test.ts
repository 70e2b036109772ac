import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { base58, base64 } from '@scure/base'
import { beforeAll, expect, test } from 'vitest'
import type { RpcTransaction } from '@/lib/indexer/ledger/ledger'
import { openRecording } from '@/lib/indexer/ledger/recording'
import { type Programs, resolvePrograms } from '@/lib/protocol/light/programs'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import type { AccountUpdate } from '@/lib/protocol/light/updates'

// design.md 6, read with the indexer's parser and compared with contents.json, which the recorder computed independently.

const RECORDING = join(import.meta.dirname, 'recording', 'sandbox.recording')
const CONTENTS = join(import.meta.dirname, 'recording', 'contents.json')

const TOKEN_PROGRAM = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

interface Version {
  account: AccountUpdate
  slotCreated: number
  created: string
  spent: string | null
}

const recording = openRecording(RECORDING)
const atReady = new Map<string, Version>()
const atEnd = new Map<string, Version>()
const transactions: { slot: number; transaction: RpcTransaction; made: number }[] = []
const undecodable: string[] = []

beforeAll(async () => {
  const programs = await resolvePrograms({
    compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
    lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
    token: TOKEN_PROGRAM,
  })
  for (const { slot, transactions: inSlot } of recording.slots(0)) {
    for (const transaction of inSlot) transactions.push({ slot, transaction, made: enter(transaction, slot, programs) })
    if (slot === recording.readySlot) for (const [hash, version] of atEnd) atReady.set(hash, { ...version })
  }
})

function enter(transaction: RpcTransaction, slot: number, programs: Programs): number {
  const parsed = parseTransaction(transaction, programs)
  if (!parsed.ok) throw new Error(parsed.reason)
  undecodable.push(...parsed.undecodable)
  if (!parsed.update) return 0
  const signature = base58.encode(parsed.signature)
  for (const account of parsed.update.outputs) {
    atEnd.set(base58.encode(account.hash), { account, slotCreated: slot, created: signature, spent: null })
  }
  for (const hash of parsed.update.inputs) {
    const version = atEnd.get(base58.encode(hash))
    if (!version) throw new Error('an input that nothing made')
    version.spent = signature
  }
  return parsed.update.outputs.length
}

/** recorder/contents.mjs writes the same line. */
function line(hash: string, { account, slotCreated, created, spent }: Version): string {
  const { data, token } = account
  return JSON.stringify({
    hash,
    owner: base58.encode(account.owner),
    lamports: account.lamports.toString(),
    tree: base58.encode(account.tree),
    leafIndex: account.leafIndex,
    slotCreated,
    created,
    spent,
    data: data && {
      discriminator: data.discriminator.toString(),
      data: base64.encode(data.data),
      dataHash: base64.encode(data.dataHash),
    },
    tokenData: token && {
      mint: base58.encode(token.mint),
      owner: base58.encode(token.owner),
      amount: token.amount.toString(),
      delegate: token.delegate && base58.encode(token.delegate),
      state: token.frozen ? 'frozen' : 'initialized',
    },
  })
}

function summary(versions: Map<string, Version>) {
  const inOrder = [...versions].sort(([, a], [, b]) => Buffer.compare(a.account.hash, b.account.hash))
  const tokens = live(versions).flatMap(({ token }) => (token ? [token] : []))
  return {
    accounts: versions.size,
    live: live(versions).length,
    liveTokenAccounts: tokens.length,
    liveDelegated: tokens.filter(({ delegate }) => delegate).length,
    liveFrozen: tokens.filter(({ frozen }) => frozen).length,
    digest: createHash('sha256')
      .update(inOrder.map(([hash, version]) => line(hash, version)).join('\n'))
      .digest('hex'),
  }
}

const live = (versions: Map<string, Version>) =>
  [...versions.values()].flatMap(({ account, spent }) => (spent ? [] : [account]))

test('the parser finds exactly the accounts that the recorder found, after the first segment and in the end', () => {
  const { recording: id, firstSegment, whole } = JSON.parse(readFileSync(CONTENTS, 'utf8'))
  expect(id).toBe(recording.id)
  expect(undecodable).toEqual([])
  expect(summary(atReady)).toEqual(firstSegment)
  expect(summary(atEnd)).toEqual(whole)
})
