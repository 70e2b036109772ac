import path from 'node:path'
import { base58 } from '@scure/base'
import { beforeAll, describe, expect, it } from 'vitest'
import { firstSignature } from '@/lib/protocol/light/groups'
import { indexed } from '@/lib/testing/indexer/indexed'
import {
  type AnsweredTransaction,
  AS_THE_EXPLORER,
  blocksOfListed,
  expectSigned,
  listedSignatures,
  type NodeHere,
  nodeHere,
  replyOf,
  resultOf,
} from '@/lib/testing/indexer/node-client'
import { rowsByName } from '@/lib/testing/indexer/rows-by-name'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import type { LedgerBlock, RpcTransaction } from '../ledger/ledger'
import { openLoopRecording } from '../ledger/loop/loop-recording'
import { loopSlots, openLoop } from '../ledger/loop/round'
import { openRecording, type RecordedSlot } from '../ledger/recording'
import { dropOldRounds, type RoundRetention } from '../store/drop-rounds'

const FOLDER = path.join(import.meta.dirname, '../sandbox/recording')
const recording = openRecording(path.join(FOLDER, 'sandbox.recording'))
const loopRecording = openLoopRecording(path.join(FOLDER, 'loop.recording'))
const { firstSlot, roundSlots } = loopRecording
const rounds: RoundRetention = { firstSlot, roundSlots, seconds: 3600, slots: roundSlots }

const RECORDED_TO = 300_000_600
const FAILED_IN = loopRecording.lines().find(({ err }) => err !== null)?.slot ?? Number.NaN
const PART_FROM = FAILED_IN - 600

const signatureOf = ({ transaction }: RpcTransaction) => base58.encode(firstSignature(transaction))

function* upTo(end: number, slots: Iterable<RecordedSlot>): Generator<RecordedSlot> {
  for (const slot of slots) {
    if (slot.slot > end) return
    yield slot
  }
}

const timed = ({ slot, transactions }: RecordedSlot): LedgerBlock => ({
  slot,
  transactions,
  blockTime: 1_790_000_000 + Math.floor(((slot - 300_000_000) * 400) / 1000),
})

let node: NodeHere
let stored: LedgerBlock[]
let [head, left] = [0, 0]

beforeAll(async () => {
  const loop = openLoop(loopRecording, PROGRAMS)
  const parts = [0, 1, 2].flatMap((round) => {
    const moved = round * roundSlots
    return [...upTo(FAILED_IN + moved, loopSlots(loop, PART_FROM + moved - 1))]
  })
  stored = [...upTo(RECORDED_TO, recording.slots(0)), ...parts].map(timed)
  const { store } = await indexed(stored)
  head = stored.at(-1)?.slot ?? 0
  left = firstSlot + roundSlots
  expect(await dropOldRounds(store, rounds, 0)).toBe(1)
  node = nodeHere(store, { kind: 'sandbox' }, rounds)
})

describe('getTransaction', () => {
  it('has every transaction that is listed, as it was stored and signed', async () => {
    const blocks = await blocksOfListed(node)
    const again = await indexed(blocks)
    expect(await rowsByName(again.store)).toEqual(await rowsByName(node.store))
    expectSigned(blocks)
  })

  it('has one of version 0 for clients that say they understand it alone', async () => {
    const listed = await listedSignatures(node)
    const versions = new Set<unknown>()
    for (const { signature } of listed.filter((_, i) => i % 5 === 0)) {
      const { version } = (await resultOf(node, 'getTransaction', [signature, AS_THE_EXPLORER])) as AnsweredTransaction
      versions.add(version)
      const { result, error } = await replyOf(node, 'getTransaction', [signature, { encoding: 'base64' }])
      if (version === 'legacy') expect(result).toMatchObject({ transaction: expect.anything() })
      else expect(error).toMatchObject({ code: -32015, message: expect.stringContaining('Transaction version (0)') })
      expect(result ?? {}).not.toHaveProperty('version')
    }
    expect(versions).toEqual(new Set(['legacy', 0]))
  })

  it('knows nothing that is not stored yet, nor of a round that is removed, nor what nobody signed', async () => {
    const loop = openLoop(loopRecording, PROGRAMS)
    const [beyond] = loopSlots(loop, head)
    const [next] = recording.slots(RECORDED_TO)
    const gone = stored
      .filter(({ slot }) => slot >= firstSlot && slot < left)
      .flatMap(({ transactions }) => transactions)
    const unknown = [...(beyond?.transactions ?? []), ...gone].map(signatureOf)
    expect(unknown.length).toBeGreaterThan(50)
    for (const signature of [...unknown, base58.encode(new Uint8Array(64).fill(7))]) {
      expect(await resultOf(node, 'getTransaction', [signature, AS_THE_EXPLORER])).toBeNull()
    }
    const early = await indexed(stored.slice(0, 20))
    const young = nodeHere(early.store, { kind: 'sandbox' }, rounds)
    for (const each of next?.transactions ?? []) {
      expect(await resultOf(young, 'getTransaction', [signatureOf(each), AS_THE_EXPLORER])).toBeNull()
    }
  })
})

describe('accounts', () => {
  it('are the mints of the recording, exact to the last bit', async () => {
    const [mint] = recording.accounts
    const [ofLoop] = loopRecording.accounts
    if (!mint || !ofLoop) throw new Error('wanted mints')
    const formatTransaction = (account: typeof mint, data: unknown) => ({
      owner: account.owner,
      lamports: account.lamports,
      executable: false,
      rentEpoch: 2n ** 64n - 1n,
      space: account.data.length / 2,
      data,
    })
    const base64 = (data: string) => [Buffer.from(data, 'hex').toString('base64'), 'base64']
    const nobody = base58.encode(new Uint8Array(32).fill(1))
    const all = [mint.address, nobody, ofLoop.address]
    expect(await resultOf(node, 'getMultipleAccounts', [all])).toEqual({
      context: { slot: head },
      value: [formatTransaction(mint, base64(mint.data)), null, formatTransaction(ofLoop, base64(ofLoop.data))],
    })
  })

  it('of the loop are not there before it begins', async () => {
    const early = await indexed(stored.slice(0, 5))
    const young = nodeHere(early.store, { kind: 'sandbox' }, rounds)
    const [ofLoop] = loopRecording.accounts
    expect(await resultOf(young, 'getMultipleAccounts', [[ofLoop?.address]])).toMatchObject({ value: [null] })
  })
})

it('has a genesis hash of its own, always the same', async () => {
  const hash = String(await resultOf(node, 'getGenesisHash'))
  expect(base58.decode(hash)).toHaveLength(32)
  const again = nodeHere(node.store, { kind: 'sandbox' }, rounds)
  expect(await resultOf(again, 'getGenesisHash')).toBe(hash)
})
