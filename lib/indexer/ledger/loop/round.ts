import type { KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'
import { accountHash } from '../../../protocol/light/account-hash'
import { decodeWhole, insertIntoQueues } from '../../../protocol/light/layouts'
import type { Programs } from '../../../protocol/light/programs'
import { DISCRIMINATORS } from '../../../protocol/light/system-instruction'
import { parseTransaction } from '../../../protocol/light/transaction'
import { transactionHash } from '../../../protocol/light/transaction-hash'
import type { AccountUpdate } from '../../../protocol/light/updates'
import type { RpcTransaction } from '../ledger'
import { type RecordedSlot, rpcResultOf } from '../recording'
import type { LoopLine, LoopRecording } from './loop-recording'
import { keyOfSeed, signForRound } from './signing'

/*
 * One round was recorded, on empty trees. In each round its transactions are rebuilt as the chain would make them: in later
 * slots, at later leaves, with the hashes that follow from these, and signed again.
 */

export interface RecordedScene {
  line: LoopLine
  named: string[]
}

export interface Loop {
  recording: LoopRecording
  scenes: RecordedScene[]
  accounts: ReadonlyMap<string, AccountUpdate>
  keys: ReadonlyMap<string, KeyObject>
}

export function openLoop(recording: LoopRecording, programs: Programs): Loop {
  const accounts = new Map<string, AccountUpdate>()
  const scenes = recording.lines().map((line): RecordedScene => {
    const parsed = parseTransaction(rpcResultOf({ ...line, err: null }), programs)
    if (!parsed.ok || !parsed.update) return { line, named: [] }
    const { inputs, outputs } = parsed.update
    for (const output of outputs) accounts.set(hexOf(output.hash), output)
    return { line, named: [...inputs, ...outputs.map(({ hash }) => hash)].map(hexOf) }
  })
  const keys = new Map(Object.entries(recording.seeds).map(([address, seed]) => [address, keyOfSeed(seed)]))
  return { recording, scenes, accounts, keys }
}

export function roundOf({ firstSlot, roundSlots }: LoopRecording, slot: number): number {
  return Math.floor((slot - firstSlot) / roundSlots)
}

export function* loopSlots(loop: Loop, after: number): Generator<RecordedSlot, never> {
  const { recording, scenes } = loop
  for (let round = Math.max(0, roundOf(recording, after)); ; round++) {
    const hashes: RoundHashes = new Map()
    let current: RecordedSlot | undefined
    for (const scene of scenes) {
      const slot = slotIn(recording, round, scene.line)
      if (slot <= after) continue
      if (current && current.slot !== slot) {
        yield current
        current = undefined
      }
      current ??= { slot, transactions: [] }
      current.transactions.push(transactionOfRound(loop, round, scene, hashes))
    }
    if (current) yield current
  }
}

export function transactionsInSlot(loop: Loop, slot: number): RpcTransaction[] {
  const { recording, scenes } = loop
  const round = roundOf(recording, slot)
  if (round < 0) return []
  const hashes: RoundHashes = new Map()
  return scenes
    .filter(({ line }) => slotIn(recording, round, line) === slot)
    .map((scene) => transactionOfRound(loop, round, scene, hashes))
}

/** That an indexer does not list: failed ones, and those without compression. */
export function* unlistedInRound(loop: Loop, round: number): Generator<{ slot: number; transaction: RpcTransaction }> {
  for (const scene of loop.scenes) {
    if (scene.line.err === null && scene.named.length > 0) continue
    yield { slot: slotIn(loop.recording, round, scene.line), transaction: transactionOfRound(loop, round, scene) }
  }
}

function slotIn({ roundSlots }: LoopRecording, round: number, { slot }: LoopLine): number {
  return slot + round * roundSlots
}

type RoundHashes = Map<string, string>

/** Deterministic; no two rounds share a signature or an account hash. `hashes`: of the round so far; it adds to them. */
export function transactionOfRound(
  loop: Loop,
  round: number,
  { line, named }: RecordedScene,
  hashes: RoundHashes = new Map(),
): RpcTransaction {
  const { recording, keys } = loop
  const wire = Buffer.from(line.wire, 'hex')
  const inner = line.inner.flatMap(({ instructions }) => instructions.map(([, , data]) => Buffer.from(data, 'hex')))
  for (const [place, at, bytes, counter] of line.moves) {
    const target = place === -1 ? wire : inner[place]
    if (!target) throw new Error(`the loop moves instruction ${place} of ${inner.length}`)
    moveNumber(target, at, bytes, movedBy(recording, counter, round))
  }
  const slot = slotIn(recording, round, line)
  for (const data of inner) {
    if (!isInsertion(data)) continue
    for (const hash of named) replaceAll(data, hash, hashInRound(loop, round, hash, hashes))
    remakeTransactionHash(data, slot)
  }
  signForRound(wire, round, (signer) => keys.get(signer))
  let at = 0
  return rpcResultOf({
    ...line,
    slot,
    wire: wire.toString('hex'),
    inner: line.inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map(([program, accounts, data, height]) => [
        program,
        accounts,
        inner[at++]?.toString('hex') ?? data,
        height,
      ]),
    })),
  })
}

function movedBy({ counters }: LoopRecording, counter: number, round: number): number {
  const { before, each } = counters[counter] ?? { before: Number.NaN, each: Number.NaN }
  return before + round * each
}

function moveNumber(bytes: Buffer, at: number, length: 4 | 8, by: number): void {
  if (length === 4) bytes.writeUInt32LE(bytes.readUInt32LE(at) + by, at)
  else bytes.writeBigUInt64LE(bytes.readBigUInt64LE(at) + BigInt(by), at)
}

function hashInRound({ recording, accounts }: Loop, round: number, recorded: string, hashes: RoundHashes): string {
  const known = hashes.get(recorded)
  if (known !== undefined) return known
  const account = accounts.get(recorded)
  if (!account) throw new Error(`the loop spends ${recorded}, which it does not make`)
  const tree = base58.encode(account.tree)
  const counter = recording.counters.findIndex((of) => of.tree === tree && of.what === 'outputs')
  const hash = accountHash({
    ...account,
    treeType: BigInt(account.treeType),
    leafIndex: BigInt(account.leafIndex + movedBy(recording, counter, round)),
  }).toString('hex')
  hashes.set(recorded, hash)
  return hash
}

function isInsertion(data: Buffer): boolean {
  return data.length > DATA && data.toString('hex', 0, 8) === DISCRIMINATORS.insertIntoQueues
}

/** Offsets of InsertIntoQueues after its discriminator and length, and of its transaction hash. facts/light-events.md 4.2. */
const DATA = 12
const TRANSACTION_HASH = DATA + 6

function remakeTransactionHash(data: Buffer, slot: number): void {
  const {
    transactionHash: recorded,
    nullifiers,
    leaves,
  } = decodeWhole('InsertIntoQueues', insertIntoQueues, data.subarray(DATA))
  // Zero: no transaction hash was requested.
  if (recorded.every((byte) => byte === 0)) return
  const [inputs, outputs] = [nullifiers.map(({ hash }) => hash), leaves.map(({ hash }) => hash)]
  transactionHash(inputs, outputs, slot).copy(data, TRANSACTION_HASH)
}

/** Only by text of the same length. The 32 bytes of a hash do not occur by chance. */
function replaceAll(data: Buffer, from: string, to: string): void {
  const wanted = Buffer.from(from, 'hex')
  for (let at = data.indexOf(wanted); at >= 0; at = data.indexOf(wanted, at + wanted.length)) data.write(to, at, 'hex')
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
