import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { accountHash, tokenDataHashes } from '@/lib/protocol/light/account-hash'
import type { Instruction, SerialisedTransaction } from '@/lib/protocol/light/groups'
import {
  insertIntoQueues,
  invoke,
  invokeCpi,
  invokeCpiWithAccountInfo,
  invokeCpiWithReadOnly,
  publicTransactionEvent,
} from '@/lib/protocol/light/layouts'
import { NOOP } from '@/lib/protocol/light/programs'
import { DISCRIMINATORS } from '@/lib/protocol/light/system-instruction'
import type { AccountItem, SignatureItem } from '@/lib/protocol/rpc/items'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import {
  instructionData,
  key,
  type MadeAccount,
  outputOf,
  PROGRAM_IDS,
  PROGRAMS,
  QUEUE_V2,
  type Signer,
  SOMEONE,
  TRANSFER,
  TREE_V1,
  TREE_V2,
  tokenData,
  transactionOf,
  withLength,
} from './synthetic-chain'

/* Signatures, account hashes and data hashes are real. */

/** How a transaction names what it consumes; `event`: packed inputs, v1 event. facts/light-events.md 4.3 and 5. */
export const CARRIERS = ['invoke', 'invokeCpi', 'readOnly', 'accountInfos', 'context', 'event'] as const

export type Carrier = (typeof CARRIERS)[number]

export type TreeKind = 'v1' | 'v2'

export const FORMS = CARRIERS.flatMap((carrier) =>
  (carrier === 'event' ? (['v1'] as const) : (['v1', 'v2'] as const)).map((tree) => ({ carrier, tree })),
)

export type MadeFields = Omit<MadeAccount, 'hash' | 'leafIndex'>

export interface MadeVersion extends Required<MadeAccount> {
  tree: TreeKind
  seq: bigint | null
  slotCreated: number
}

/** All its accounts belong to one owner with the carriers `readOnly` and `accountInfos`. */
export interface MadeChange {
  /** Before the call of the Light system program, in its group. */
  callers?: Instruction[]
  inputs?: MadeVersion[]
  outputs?: MadeFields[]
  newAddresses?: Uint8Array[]
}

export type MakeEvent = (change: MadeChange) => MadeVersion[]

export interface MadeTransaction extends SerialisedTransaction {
  signature: string
  slot: number
  blockTime: number | null
  finalized: boolean
}

export interface MadeForm {
  carrier?: Carrier
  sameSlot?: boolean
}

const TREES = {
  v1: { tree: TREE_V1, queue: TREE_V1, treeType: 1n },
  v2: { tree: TREE_V2, queue: QUEUE_V2, treeType: 3n },
}

/** Data of a non-token account: its hash is sha-256 with the first byte 0. */
export function plainData(bytes: Uint8Array, discriminator = 7n): NonNullable<MadeAccount['data']> {
  const dataHash = new Uint8Array(createHash('sha256').update(bytes).digest())
  dataHash[0] = 0
  return { discriminator, data: bytes, dataHash }
}

/** facts/light-events.md 9. */
const TOKEN_LAYOUTS = { 1: 2n, 2: 216172782113783808n, 3: 288230376151711744n }

export function tokenFieldsOf(layout: 1 | 2 | 3, token: Parameters<typeof tokenData>[0]): MadeFields {
  const { data } = tokenData(token)
  const discriminator = TOKEN_LAYOUTS[layout]
  const whole = { ...token, delegate: token.delegate ?? null, frozen: token.frozen ?? false }
  const [dataHash] = tokenDataHashes(discriminator, whole, data)
  if (!dataHash) throw new Error('no hash')
  return { owner: PROGRAMS.tokenBytes, data: { discriminator, data, dataHash } }
}

/** Lamports. */
export const MADE_FEE = 5_000n

export const MADE_SIGNER = signerNamed('account chain')

function signerNamed(name: string): Signer {
  const seed = createHash('sha256').update(name).digest()
  // RFC 8410: the prefix of a 32-byte ed25519 key.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const open = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { address: base58.encode(open), sign: (message) => new Uint8Array(sign(null, message, secret)) }
}

export class AccountChain {
  readonly transactions = new Map<string, MadeTransaction>()
  readonly signatures: Record<string, SignatureItem[]> = {}
  readonly latest: SignatureItem[] = []
  readonly live = new Map<string, MadeVersion>()
  readonly calls = { transaction: 0, signaturesOf: 0, liveOf: 0 }
  #slot: number
  #leafIndex = 0

  constructor(
    readonly tree: TreeKind,
    readonly carrier: Carrier,
    { slot = 400_000_000, leafIndex = 0 } = {},
  ) {
    this.#slot = slot
    this.#leafIndex = leafIndex
  }

  get slot(): number {
    return this.#slot
  }

  transact(make: (event: MakeEvent) => void, { carrier = this.carrier, sameSlot = false }: MadeForm = {}): string {
    if (!sameSlot) this.#slot += 1 + (this.transactions.size % 3)
    const groups: Instruction[][] = []
    const consumed: string[] = []
    const created: MadeVersion[] = []
    make((change) => {
      const outputs = (change.outputs ?? []).map((fields) => this.#versionOf(fields))
      groups.push([...(change.callers ?? []), ...groupOf(carrier, this.tree, { ...change, outputs })])
      consumed.push(...(change.inputs ?? []).map(hashOf))
      created.push(...outputs)
      return outputs
    })
    const form = { signer: MADE_SIGNER, fee: MADE_FEE }
    const made = transactionOf(`${this.tree} ${this.carrier} ${this.transactions.size}`, groups, form)
    const [text] = made.transaction as [string]
    const signature = base58.encode(Buffer.from(text, 'base64').subarray(1, 65))
    const blockTime = 1_700_000_000 + Math.floor((this.#slot - 400_000_000) * 0.4)
    this.transactions.set(signature, { ...made, signature, slot: this.#slot, blockTime, finalized: true })
    const item = { signature, slot: this.#slot, blockTime }
    this.latest.unshift(item)
    for (const version of created) this.live.set(hashOf(version), version)
    for (const hash of consumed) this.live.delete(hash)
    for (const hash of new Set([...created.map(hashOf), ...consumed])) {
      this.signatures[hash] = [item, ...(this.signatures[hash] ?? [])]
    }
    return signature
  }

  change(change: MadeChange, form?: MadeForm): MadeVersion[] {
    let created: MadeVersion[] = []
    this.transact((event) => {
      created = event(change)
    }, form)
    return created
  }

  /** null: unknown signature. */
  async transaction(signature: string): Promise<MadeTransaction | null> {
    this.calls.transaction += 1
    return this.transactions.get(signature) ?? null
  }

  async signaturesOf(hash: string): Promise<SignatureItem[] | null> {
    this.calls.signaturesOf += 1
    return this.signatures[hash] ?? null
  }

  async liveOf(owner: string): Promise<AccountItem[]> {
    this.calls.liveOf += 1
    return this.rows().filter((row) => row.owner === owner)
  }

  rows(): AccountItem[] {
    return [...this.live.values()].map(rowOf)
  }

  #versionOf(fields: MadeFields): MadeVersion {
    const { owner, lamports = 0n, address = null, data = null } = fields
    const { tree, treeType } = TREES[this.tree]
    const leafIndex = this.#leafIndex++
    const hash = accountHash({ owner, lamports, address, data, tree, treeType, leafIndex: BigInt(leafIndex) })
    const seq = this.tree === 'v1' ? BigInt(leafIndex) + 1n : null
    return {
      ...{ hash: new Uint8Array(hash), owner, lamports, address, data, leafIndex },
      ...{ tree: this.tree, seq, slotCreated: this.#slot },
    }
  }
}

export function hashOf({ hash }: MadeVersion): string {
  return base58.encode(hash)
}

/** Interface 2.4. */
export function rowOf(version: MadeVersion): AccountItem {
  const { owner, address, data, lamports, leafIndex, seq, slotCreated } = version
  return {
    hash: hashOf(version),
    owner: base58.encode(owner),
    address: address && base58.encode(address),
    lamports,
    data: data && {
      discriminator: data.discriminator,
      data: Buffer.from(data.data).toString('base64'),
      dataHash: base58.encode(data.dataHash),
    },
    tree: base58.encode(TREES[version.tree].tree),
    ...{ leafIndex, seq, slotCreated },
  }
}

interface Event {
  inputs?: MadeVersion[]
  outputs: MadeVersion[]
  newAddresses?: Uint8Array[]
}

const NO_PROOF = null
const NO_CONTEXT = new Uint8Array(3)

function groupOf(carrier: Carrier, kind: TreeKind, event: Event): Instruction[] {
  const { inputs = [], outputs, newAddresses = [] } = event
  if (carrier === 'event') return eventGroup(event)
  const base = { kind, inputs, outputs, newAddresses }
  if (carrier === 'context') {
    // The first call stores all but the last input and output; the second executes.
    const stored = { ...base, inputs: inputs.slice(0, Math.max(1, inputs.length - 1)), outputs: outputs.slice(0, 1) }
    const own = { ...base, inputs: inputs.slice(stored.inputs.length), outputs: outputs.slice(1), newAddresses: [] }
    const insert = insertOf({ ...base, contextOutputs: stored.outputs })
    return [called(readOnly(stored, true)), called(readOnly(own, true)), TRANSFER, insert]
  }
  const system = { invoke: packed, invokeCpi: packedCpi, readOnly: short, accountInfos: infos }[carrier]
  return [called(system(base)), TRANSFER, insertOf({ ...base, contextOutputs: [] })]
}

interface Called {
  kind: TreeKind
  inputs: MadeVersion[]
  outputs: MadeVersion[]
  newAddresses: Uint8Array[]
}

interface SystemCall {
  kind: TreeKind
  data: Uint8Array
  firstTree: number
}

function called({ kind, data, firstTree }: SystemCall): Instruction {
  const accounts = [...Array<string>(firstTree).fill(SOMEONE), ...treeAccounts(kind)]
  return { program: PROGRAM_IDS.lightSystem, accounts, data }
}

function treeAccounts(kind: TreeKind): string[] {
  return [base58.encode(TREES[kind].tree), base58.encode(TREES[kind].queue)]
}

const OUTPUT_INDEX = 1

function merkleContext(version: MadeVersion) {
  return { treeIndex: 0, queueIndex: 1, leafIndex: version.leafIndex, proveByIndex: version.tree === 'v2' }
}

function packedInput(version: MadeVersion) {
  const { account } = outputOf(version, 0)
  const data = account.data && { ...account.data, data: new Uint8Array(0) }
  return { account: { ...account, data }, merkleContext: merkleContext(version), rootIndex: 0, readOnly: false }
}

function packed(call: Called): SystemCall {
  const data = invoke.encode({
    ...{ proof: NO_PROOF, inputs: call.inputs.map(packedInput), outputs: outputsOf(call) },
    ...{ relayFee: null, newAddresses: call.newAddresses.map(() => new Uint8Array(36)), lamports: null },
    isCompress: false,
  })
  return { kind: call.kind, data: instructionData(DISCRIMINATORS.invoke, withLength(data)), firstTree: 9 }
}

function packedCpi(call: Called): SystemCall {
  const data = invokeCpi.encode({
    ...{ proof: NO_PROOF, newAddresses: call.newAddresses.map(() => new Uint8Array(36)) },
    ...{ inputs: call.inputs.map(packedInput), outputs: outputsOf(call), relayFee: null, lamports: null },
    ...{ isCompress: false, cpiContext: null },
  })
  return { kind: call.kind, data: instructionData(DISCRIMINATORS.invokeCpi, withLength(data)), firstTree: 11 }
}

function outputsOf({ outputs }: Called) {
  return outputs.map((version) => outputOf(version, OUTPUT_INDEX))
}

function shortInput(version: MadeVersion) {
  const { account } = outputOf(version, 0)
  const { discriminator, dataHash } = account.data ?? {
    discriminator: new Uint8Array(8),
    dataHash: new Uint8Array(32),
  }
  return { discriminator, dataHash, merkleContext: merkleContext(version), rootIndex: 0, lamports: account.lamports }
}

function head({ inputs, outputs, newAddresses }: Called, withCpiContext: boolean) {
  return {
    ...{ mode: 1, bump: 255, invokingProgram: (inputs[0] ?? outputs[0])?.owner ?? key('program'), lamports: 0n },
    ...{ isCompress: false, withCpiContext, withTransactionHash: false, cpiContext: NO_CONTEXT, proof: NO_PROOF },
    newAddresses: newAddresses.map(() => new Uint8Array(38)),
  }
}

function short(call: Called): SystemCall {
  return readOnly(call, false)
}

function readOnly(call: Called, withContext: boolean): SystemCall {
  const data = invokeCpiWithReadOnly.encode({
    head: head(call, withContext),
    inputs: call.inputs.map((version) => ({ input: shortInput(version), address: version.address })),
    outputs: outputsOf(call),
    readOnlyAddresses: [],
    readOnlyAccounts: [],
  })
  const firstTree = withContext ? 7 : 6
  return { kind: call.kind, data: instructionData(DISCRIMINATORS.invokeCpiWithReadOnly, data), firstTree }
}

function infos(call: Called): SystemCall {
  const outputs = [...call.outputs]
  const sameAddress = (a: MadeVersion, b: MadeVersion) =>
    a.address !== null && b.address !== null && Buffer.compare(a.address, b.address) === 0
  const accountInfos: [MadeVersion | null, MadeVersion | null][] = call.inputs.map((input) => {
    const at = outputs.findIndex((output) => sameAddress(input, output))
    return [input, at < 0 ? null : (outputs.splice(at, 1)[0] ?? null)]
  })
  for (const output of outputs) accountInfos.push([null, output])
  accountInfos.sort(([, a], [, b]) => (a && b ? a.leafIndex - b.leafIndex : 0))
  const data = invokeCpiWithAccountInfo.encode({
    head: head(call, false),
    accountInfos: accountInfos.map(([input, output]) => ({
      address: (input ?? output)?.address ?? null,
      input: input && shortInput(input),
      output: output && infoOutput(output),
    })),
    readOnlyAddresses: [],
    readOnlyAccounts: [],
  })
  return { kind: call.kind, data: instructionData(DISCRIMINATORS.invokeCpiWithAccountInfo, data), firstTree: 6 }
}

function infoOutput(version: MadeVersion) {
  const { account } = outputOf(version, 0)
  if (!account.data) throw new Error('an account info has data')
  return { ...account.data, merkleTreeIndex: OUTPUT_INDEX, lamports: account.lamports }
}

/** Nullifiers are in another order than the inputs: they are paired by hash, not by position. */
function insertOf(call: Called & { contextOutputs: MadeVersion[] }): Instruction {
  const { kind, inputs, outputs, newAddresses, contextOutputs } = call
  const { tree, queue, treeType } = TREES[kind]
  const sequence = (seq: bigint) => ({ tree, queue, treeType, seq })
  const [first] = outputs
  const queues = insertIntoQueues.encode({
    counts: new Uint8Array(6),
    transactionHash: new Uint8Array(32),
    leaves: outputs.map(({ hash }) => ({ accountIndex: OUTPUT_INDEX, hash })),
    nullifiers: [...inputs].reverse().map(({ hash, leafIndex }) => ({
      ...{ hash, leafIndex, proveByIndex: kind === 'v2', treeIndex: 0, queueIndex: 1 },
    })),
    newAddresses: newAddresses.map((address) => ({ address, treeIndex: 0, queueIndex: 1 })),
    outputSequenceNumbers: first ? [sequence(first.seq ?? BigInt(first.leafIndex))] : [],
    inputSequenceNumbers: inputs.length > 0 ? [sequence(0n)] : [],
    addressSequenceNumbers: [],
    outputLeafIndices: outputs.map(({ leafIndex }) => leafIndex),
    cpiContextOutputs: contextOutputs.map((version) => outputOf(version, OUTPUT_INDEX)),
  })
  return {
    program: PROGRAM_IDS.compression,
    accounts: [SOMEONE, PROGRAMS.registeredProgram, ...treeAccounts(kind)],
    data: instructionData(DISCRIMINATORS.insertIntoQueues, withLength(queues)),
  }
}

/** An Invoke from the time of noop-program events; its trees are v1. facts/light-events.md 5. */
function eventGroup({ inputs = [], outputs, newAddresses = [] }: Event): Instruction[] {
  const [first] = outputs
  const event = publicTransactionEvent.encode({
    inputHashes: inputs.map(({ hash }) => hash),
    outputHashes: outputs.map(({ hash }) => hash),
    outputs: outputs.map((version) => outputOf(version, 0)),
    outputLeafIndices: outputs.map(({ leafIndex }) => leafIndex),
    sequenceNumbers: first ? [{ tree: TREE_V1, seq: first.seq ?? 0n }] : [],
    ...{ relayFee: null, isCompress: false, lamports: null, publicKeys: [TREE_V1], message: null },
  })
  return [
    called(packed({ kind: 'v1', inputs, outputs, newAddresses })),
    { program: PROGRAM_IDS.compression, accounts: [SOMEONE], data: new Uint8Array(12) },
    TRANSFER,
    { program: NOOP, accounts: [], data: new Uint8Array(event) },
  ]
}

/** What an indexer has of the chain. */
export function indexed(chain: AccountChain) {
  return { slot: chain.slot, accounts: chain.rows(), signatures: chain.signatures, latest: chain.latest }
}

/** Below a tip that finalizes all of it, unless told otherwise. */
export function serveChain(node: NodeStandIn, chain: AccountChain, tip = chain.slot + 100): void {
  node.serve([], tip)
  for (const [signature, { slot, blockTime, transaction, meta, version }] of chain.transactions) {
    node.transactions.set(signature, structuredClone({ slot, blockTime, transaction, meta, version }) as never)
  }
}
