import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { checkAccount } from '@/lib/protocol/light/check-account'
import { decodeWhole, insertIntoQueues } from '@/lib/protocol/light/layouts'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import { transactionHash } from '@/lib/protocol/light/transaction-hash'
import type { TransactionUpdate } from '@/lib/protocol/light/updates'
import { signatureProblem } from '@/lib/protocol/solana/verify-signatures'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { decodeBase58Data } from '../../../protocol/light/base58-data'
import type { RpcTransaction } from '../ledger'
import { openSandboxFiles } from '../sandbox'
import { loopSlots, openLoop, transactionOfRound } from './round'

const { loop: recording } = openSandboxFiles()
const loop = openLoop(recording, PROGRAMS)
const { firstSlot, roundSlots } = recording

function played(round: number): { slot: number; transaction: RpcTransaction }[] {
  const all: { slot: number; transaction: RpcTransaction }[] = []
  for (const { slot, transactions } of loopSlots(loop, firstSlot + round * roundSlots - 1)) {
    if (slot >= firstSlot + (round + 1) * roundSlots) return all
    for (const transaction of transactions) all.push({ slot, transaction })
  }
  return all
}

const wireOf = ({ transaction }: RpcTransaction) => Buffer.from(String((transaction as unknown[])[0]), 'base64')

function updateOf(transaction: RpcTransaction): TransactionUpdate | null {
  const parsed = parseTransaction(transaction, PROGRAMS)
  if (!parsed.ok) throw new Error(parsed.reason)
  expect(parsed.undecodable).toEqual([])
  return parsed.update
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Of the first loop, and of Light token accounts that are compressed. */
const OUTPUTS = 500 + 8

/** The first round, and one after the sandbox has run for three weeks. */
const LATE = 1000
const ROUNDS = [0, LATE]

describe.each(ROUNDS)('round %d', (round) => {
  const all = played(round)

  test('plays every recorded transaction, in its slots', () => {
    expect(all.map(({ slot }) => slot)).toEqual(recording.lines().map(({ slot }) => slot + round * roundSlots))
    expect(all.length).toBeGreaterThan(500)
  })

  test('makes accounts whose contents make their hashes, every one', () => {
    const results = all.flatMap(({ transaction }) => updateOf(transaction)?.outputs.map(checkAccount) ?? [])
    expect(results).toEqual(Array.from({ length: OUTPUTS }, () => 'matches'))
  })

  test('spends what it has made, all of it, and nothing else', () => {
    const live = new Set<string>()
    for (const { transaction } of all) {
      const update = updateOf(transaction)
      for (const { hash } of update?.outputs ?? []) {
        expect(live.has(hex(hash))).toBe(false)
        live.add(hex(hash))
      }
      for (const hash of update?.inputs ?? []) expect(live.delete(hex(hash))).toBe(true)
    }
    expect(live.size).toBe(0)
  })

  test('takes the leaves of each tree in order, after those of the round before', () => {
    const leaves = new Map<string, number[]>()
    for (const { transaction } of all) {
      for (const { tree, leafIndex } of updateOf(transaction)?.outputs ?? []) {
        leaves.set(base58.encode(tree), [...(leaves.get(base58.encode(tree)) ?? []), leafIndex])
      }
    }
    expect(leaves.size).toBe(6)
    for (const [tree, taken] of leaves) {
      const counter = recording.counters.find((of) => of.tree === tree && of.what === 'outputs')
      const { before, each } = counter ?? { before: Number.NaN, each: 0 }
      expect(taken).toEqual(Array.from({ length: each }, (_, i) => before + round * each + i))
    }
  })

  test('signs every message with the keys of its signers', () => {
    for (const { transaction } of all) {
      const wire = wireOf(transaction)
      expect(signatureProblem(wire.toString('base64'), base58.encode(wire.subarray(1, 65)))).toBeNull()
    }
  })

  test('carries transaction hashes that follow from inputs, outputs and slot', () => {
    let hashed = 0
    for (const { slot, transaction } of all) {
      for (const data of insertionsIn(transaction)) {
        const { transactionHash: hash, nullifiers, leaves } = decodeWhole('InsertIntoQueues', insertIntoQueues, data)
        if (hash.every((byte) => byte === 0)) continue
        hashed++
        const [inputs, outputs] = [nullifiers.map((one) => one.hash), leaves.map((one) => one.hash)]
        expect(hex(hash)).toBe(hex(transactionHash(inputs, outputs, slot)))
      }
    }
    expect(hashed).toBeGreaterThan(100)
  })
})

/** Without discriminator and length. */
function insertionsIn(transaction: RpcTransaction): Uint8Array[] {
  const { innerInstructions } = transaction.meta as { innerInstructions: { instructions: { data: string }[] }[] }
  return innerInstructions
    .flatMap(({ instructions }) => instructions.map(({ data }) => decodeBase58Data(data)))
    .filter((data) => hex(data.subarray(0, 8)) === 'b48f9f99232ef8a3')
    .map((data) => data.subarray(12))
}

describe('rounds', () => {
  const rounds = ROUNDS.map(played)

  test('have no signature and no account in common', () => {
    const signatures = rounds.flat().map(({ transaction }) => hex(wireOf(transaction).subarray(1, 65)))
    expect(new Set(signatures).size).toBe(signatures.length)
    const hashes = rounds
      .flat()
      .flatMap(({ transaction }) => updateOf(transaction)?.outputs.map(({ hash }) => hex(hash)) ?? [])
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(hashes.length).toBe(OUTPUTS * ROUNDS.length)
  })

  test('are the same however they are hashed for: whole, from the middle, one transaction alone', () => {
    const [, whole = []] = rounds
    const half = whole[250]?.slot ?? 0
    const rest: RpcTransaction[] = []
    for (const { slot, transactions } of loopSlots(loop, half)) {
      if (slot >= firstSlot + (LATE + 1) * roundSlots) break
      rest.push(...transactions)
    }
    expect(rest).toEqual(whole.filter(({ slot }) => slot > half).map(({ transaction }) => transaction))
    const alone = loop.scenes.map((scene) => transactionOfRound(loop, LATE, scene))
    expect(alone).toEqual(whole.map(({ transaction }) => transaction))
  })
})
