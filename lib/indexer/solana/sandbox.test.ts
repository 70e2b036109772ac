import path from 'node:path'
import { base58 } from '@scure/base'
import { beforeAll, describe, expect, it } from 'vitest'
import { firstSignature } from '@/lib/protocol/light/groups'
import { TOKEN_PROGRAMS } from '@/lib/protocol/solana/mint-account'
import { readTokenAccount } from '@/lib/protocol/solana/token-account'
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
import { type AccountState, openAccountStates } from '../ledger/account-states'
import type { LedgerBlock, RpcTransaction } from '../ledger/ledger'
import { loopSlots, openLoop } from '../ledger/loop/round'
import { openRecording, type RecordedSlot } from '../ledger/recording'
import { openSandboxFiles } from '../ledger/sandbox'
import { dropOldRounds, type RoundRetention } from '../store/drop-rounds'

const FOLDER = path.join(import.meta.dirname, '../sandbox/recording')
const recording = openRecording(path.join(FOLDER, 'sandbox.recording'))
const { loop: loopRecording } = openSandboxFiles()
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
  const states = openAccountStates(path.join(FOLDER, 'states.recording'), loopRecording)
  const [PROGRAM, NOBODY] = [PROGRAMS.token, base58.encode(new Uint8Array(32).fill(1))]

  const nodeAt = async (slot: number) =>
    nodeHere((await indexed([{ slot, blockTime: 5, transactions: [] }])).store, { kind: 'sandbox' }, rounds)

  const written = ({ owner, lamports, data }: AccountState) => ({
    owner,
    lamports: lamports < 2n ** 53n ? Number(lamports) : lamports,
    executable: false,
    rentEpoch: 2n ** 64n - 1n,
    space: data.length,
    data: [data.toString('base64'), 'base64'],
  })

  const filters = (wallet: string) => [{ memcmp: { offset: 32, bytes: wallet } }]

  it.each([300_001_000, 300_005_000, firstSlot + 2_000, firstSlot + 95 * roundSlots + 2_000])(
    'are at slot %d what they were then, exact to the last bit',
    async (slot) => {
      const at = await nodeAt(slot)
      const all = new Map(states.all(slot))
      const wallets = new Map<string, Map<string, unknown[]>>()
      for (const [address, state] of all) {
        const token = readTokenAccount(state.owner, state.data)
        if (!token.ok) continue
        const of = wallets.get(token.value.owner) ?? new Map<string, unknown[]>()
        of.set(state.owner, [...(of.get(state.owner) ?? []), { pubkey: address, account: written(state) }])
        wallets.set(token.value.owner, of)
      }
      expect(wallets.size).toBeGreaterThan(0)
      for (const [wallet, of] of wallets) {
        for (const programId of Object.values(TOKEN_PROGRAMS)) {
          const listed = await resultOf(at, 'getTokenAccountsByOwner', [wallet, { programId }, { encoding: 'base64' }])
          expect(listed).toEqual({ context: { slot }, value: of.get(programId) ?? [] })
        }
        const config = { withContext: true, encoding: 'base64', filters: filters(wallet) }
        const value = of.get(PROGRAM) ?? []
        expect(await resultOf(at, 'getProgramAccounts', [PROGRAM, config])).toEqual({ context: { slot }, value })
      }
      const addresses = [...all.keys()].slice(0, 99)
      const value = [...addresses.map((address) => all.get(address)).map((state) => state && written(state)), null]
      expect(await resultOf(at, 'getMultipleAccounts', [[...addresses, NOBODY]])).toEqual({ context: { slot }, value })
      for (const [address, { lamports }] of all) {
        const { value } = (await resultOf(at, 'getBalance', [address])) as { value: number | bigint }
        expect(BigInt(value)).toBe(lamports)
      }
      expect(await resultOf(at, 'getBalance', [NOBODY])).toEqual({ context: { slot }, value: 0 })
    },
  )

  it('of the loop are not there before it begins', async () => {
    const before = new Set(Array.from(states.all(firstSlot - 1), ([address]) => address))
    const ofLoop = Array.from(states.all(firstSlot), ([address]) => address).filter((address) => !before.has(address))
    const young = await nodeAt(firstSlot - 1)
    const asked = ofLoop.slice(0, 100)
    expect(asked).toHaveLength(100)
    expect(await resultOf(young, 'getMultipleAccounts', [asked])).toMatchObject({ value: asked.map(() => null) })
  })

  it('of trees and programs have lamports that nobody recorded, which are not none', async () => {
    const { error } = await replyOf(node, 'getBalance', [PROGRAM])
    expect(error).toMatchObject({ code: -32000, message: `Not recorded: the lamports of ${PROGRAM}` })
  })

  it('are of the slot that was stored, or of none', async () => {
    const minContextSlot = head + 1
    const config = { withContext: true, filters: filters(NOBODY), minContextSlot }
    for (const [method, params] of [
      ['getBalance', [NOBODY, { minContextSlot }]],
      ['getTokenAccountsByOwner', [NOBODY, { programId: TOKEN_PROGRAMS.spl }, { minContextSlot }]],
      ['getProgramAccounts', [PROGRAM, config]],
    ] as const) {
      expect((await replyOf(node, method, params)).error).toMatchObject({ code: -32016, data: { contextSlot: head } })
    }
  })
})

it('has a genesis hash of its own, always the same', async () => {
  const hash = String(await resultOf(node, 'getGenesisHash'))
  expect(base58.decode(hash)).toHaveLength(32)
  const again = nodeHere(node.store, { kind: 'sandbox' }, rounds)
  expect(await resultOf(again, 'getGenesisHash')).toBe(hash)
})
