import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { address, type Blockhash, getCompiledTransactionMessageEncoder } from '@solana/kit'
import { encodeBase58 } from '@/lib/protocol/base58'
import type { Instruction, SerialisedTransaction } from '@/lib/protocol/light/groups'
import {
  insertIntoQueues,
  invoke,
  publicTransactionEvent,
  tokenDataHead,
  treeEvents,
} from '@/lib/protocol/light/layouts'
import { NOOP, type Programs, resolvePrograms, SOLANA_SYSTEM } from '@/lib/protocol/light/programs'
import { DISCRIMINATORS } from '@/lib/protocol/light/system-instruction'

/* Byte for byte as the parser gets them; not executable, and unsigned where no signer is named. */

/** facts/light-events.md 1. */
export const PROGRAM_IDS = {
  compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
  lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
  token: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
  registry: 'Lighton6oQpVkeewmo2mcPTQQp7kYHr4fWpAgJyEmDX',
}

export const PROGRAMS: Programs = await resolvePrograms(PROGRAM_IDS)

/** facts/light-events.md 10. */
export const TREE_V1 = base58.decode('smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT')
export const TREE_V2 = base58.decode('bmt1LryLZUMmF7ZtqESaw7wifBXLfXHQYoE4GAmrahU')
export const QUEUE_V2 = base58.decode('oq1na8gojfdUhsfCpyjNt6h4JaDWtHf1yQj4koBWfto')

/** 32 bytes in the BN254 field, as account hashes. */
export function key(name: string): Uint8Array {
  const bytes = new Uint8Array(createHash('sha256').update(name).digest())
  bytes[0] = 0
  return bytes
}

export function signature(name: string): Uint8Array {
  return new Uint8Array(createHash('sha512').update(name).digest())
}

export interface MadeAccount {
  hash: Uint8Array
  owner: Uint8Array
  leafIndex: number
  lamports?: bigint
  address?: Uint8Array | null
  data?: { discriminator: bigint; data: Uint8Array; dataHash: Uint8Array } | null
}

/** Layout v1. facts/light-events.md 9. */
export function tokenData(token: {
  mint: Uint8Array
  owner: Uint8Array
  amount: bigint
  delegate?: Uint8Array | null
  frozen?: boolean
}): NonNullable<MadeAccount['data']> {
  const head = tokenDataHead.encode({ ...token, delegate: token.delegate ?? null, state: token.frozen ? 1 : 0 })
  return { discriminator: 2n, data: new Uint8Array([...head, 0]), dataHash: key('data hash') }
}

export function outputOf(account: MadeAccount, merkleTreeIndex: number) {
  const { owner, lamports = 0n, address: at = null, data = null } = account
  return {
    account: {
      owner,
      lamports,
      address: at,
      data: data && { ...data, discriminator: littleEndian(data.discriminator) },
    },
    merkleTreeIndex,
  }
}

function littleEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

export function instructionData(discriminator: string, ...rest: ArrayLike<number>[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat([Buffer.from(discriminator, 'hex'), ...rest.map((part) => Uint8Array.from(part))]),
  )
}

export function withLength(bytes: ArrayLike<number>): Uint8Array {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length, true)
  return new Uint8Array([...length, ...Uint8Array.from(bytes)])
}

export const SOMEONE = base58.encode(key('someone'))

export const TRANSFER: Instruction = {
  program: SOLANA_SYSTEM,
  accounts: [SOMEONE],
  data: new Uint8Array([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
}

/** `seq` is the tree's number at the first output. facts/light-events.md 3 and 5. */
export function groupV1(event: { inputs?: Uint8Array[]; outputs?: MadeAccount[]; seq?: bigint }): Instruction[] {
  const { inputs = [], outputs = [], seq = 1n } = event
  const data = publicTransactionEvent.encode({
    inputHashes: inputs,
    outputHashes: outputs.map(({ hash }) => hash),
    outputs: outputs.map((account) => outputOf(account, 0)),
    outputLeafIndices: outputs.map(({ leafIndex }) => leafIndex),
    sequenceNumbers: outputs.length > 0 ? [{ tree: TREE_V1, seq }] : [],
    relayFee: null,
    isCompress: false,
    lamports: null,
    publicKeys: [TREE_V1],
    message: null,
  })
  return [
    { program: PROGRAM_IDS.lightSystem, accounts: [SOMEONE], data: new Uint8Array(12) },
    { program: PROGRAM_IDS.compression, accounts: [SOMEONE], data: new Uint8Array(12) },
    TRANSFER,
    { program: NOOP, accounts: [], data: new Uint8Array(data) },
  ]
}

export function inTree(group: Instruction[], tree: Uint8Array): Instruction[] {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  return group.map((instruction) => ({
    ...instruction,
    data: new Uint8Array(Buffer.from(hex(instruction.data).replaceAll(hex(TREE_V1), hex(tree)), 'hex')),
  }))
}

/** InsertIntoQueues for outputs into the v2 tree. facts/light-events.md 4.2. */
export function queuesOf(event: { inputs?: Uint8Array[]; outputs?: MadeAccount[] }) {
  const { inputs = [], outputs = [] } = event
  const unused = { tree: new Uint8Array(32), queue: new Uint8Array(32), treeType: 0n, seq: 0n }
  const first = outputs[0]
  return {
    counts: new Uint8Array(6),
    transactionHash: new Uint8Array(32),
    leaves: outputs.map(({ hash }) => ({ accountIndex: 0, hash })),
    nullifiers: inputs.map((hash) => ({ hash, leafIndex: 0, proveByIndex: true, treeIndex: 0, queueIndex: 0 })),
    newAddresses: [],
    outputSequenceNumbers: [
      ...(first ? [{ tree: TREE_V2, queue: QUEUE_V2, treeType: 3n, seq: BigInt(first.leafIndex) }] : []),
      unused,
    ],
    inputSequenceNumbers: [],
    addressSequenceNumbers: [],
    outputLeafIndices: outputs.map(({ leafIndex }) => leafIndex),
    cpiContextOutputs: [] as ReturnType<typeof outputOf>[],
  }
}

export function insertInstruction(queues: Parameters<typeof insertIntoQueues.encode>[0]): Instruction {
  return {
    program: PROGRAM_IDS.compression,
    accounts: [SOMEONE, PROGRAMS.registeredProgram, base58.encode(QUEUE_V2)],
    data: instructionData(DISCRIMINATORS.insertIntoQueues, withLength(insertIntoQueues.encode(queues))),
  }
}

/** A v2 transaction made with Invoke. facts/light-events.md 4. */
export function groupV2(event: { inputs?: Uint8Array[]; outputs?: MadeAccount[] }): Instruction[] {
  const data = invoke.encode({
    proof: null,
    inputs: [],
    outputs: (event.outputs ?? []).map((account) => outputOf(account, 0)),
    relayFee: null,
    newAddresses: [],
    lamports: null,
    isCompress: false,
  })
  return [
    {
      program: PROGRAM_IDS.lightSystem,
      accounts: [...Array<string>(9).fill(SOMEONE), base58.encode(QUEUE_V2)],
      data: instructionData(DISCRIMINATORS.invoke, withLength(data)),
    },
    TRANSFER,
    insertInstruction(queuesOf(event)),
  ]
}

/** A forester's batch append: leaves below `nextIndex` are now in the v2 tree. facts/light-events.md 6. */
export function groupBatchAppend(nextIndex: bigint): Instruction[] {
  const event = treeEvents[3].encode({
    tree: TREE_V2,
    batchIndex: 0n,
    zkpBatchIndex: 0n,
    zkpBatchSize: 10n,
    oldNextIndex: 0n,
    newNextIndex: nextIndex,
    root: key('root'),
    rootIndex: 0,
    sequence: 1n,
    outputQueue: QUEUE_V2,
  })
  return [
    { program: PROGRAM_IDS.registry, accounts: [SOMEONE], data: new Uint8Array(12) },
    { program: PROGRAM_IDS.compression, accounts: [SOMEONE], data: new Uint8Array(12) },
    { program: NOOP, accounts: [], data: new Uint8Array([3, ...event]) },
  ]
}

export interface Form {
  encoding?: 'base64' | 'json'
  loaded?: string[]
  readonly?: string[]
  err?: unknown
  /** Pays and signs, in base64 only; without it the signature follows from the name and is invalid. */
  signer?: Signer
  /** Lamports. */
  fee?: bigint
}

export interface Signer {
  /** Base58. */
  address: string
  sign(message: Uint8Array): Uint8Array
}

/** As getTransaction or getBlock returns it. facts/light-events.md 2. */
export function transactionOf(name: string, groups: Instruction[][], form: Form = {}): SerialisedTransaction {
  const { encoding = 'base64', loaded = [], readonly = [], err = null, signer, fee } = form
  const fromTable = [...loaded, ...readonly]
  const named = groups.flat().flatMap(({ program, accounts }) => [program, ...accounts])
  const payer = signer?.address ?? base58.encode(key('fee payer'))
  const statics = [...new Set([payer, ...named])].filter((account) => !fromTable.includes(account))
  const all = [...statics, ...fromTable]
  const indexOf = (account: string) => all.indexOf(account)
  const outer = groups.flatMap(([first]) => (first ? [first] : []))
  // Equal messages have equal signatures, which would merge two transactions.
  const lifetime = base58.encode(key(signer ? `recent blockhash of ${name}` : 'recent blockhash'))
  const meta = {
    err,
    ...(fee !== undefined && { fee }),
    innerInstructions: groups.map((group, index) => ({
      index,
      instructions: group.slice(1).map(({ program, accounts, data }) => ({
        programIdIndex: indexOf(program),
        accounts: accounts.map(indexOf),
        data: encodeBase58(data),
        stackHeight: 2,
      })),
    })),
    loadedAddresses: { writable: loaded, readonly },
  }
  const table = {
    accountKey: base58.encode(key('lookup table')),
    writableIndexes: loaded.map((_, i) => i),
    readonlyIndexes: readonly.map((_, i) => loaded.length + i),
  }
  if (encoding === 'json') {
    const message = {
      accountKeys: statics,
      header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 },
      recentBlockhash: lifetime,
      instructions: outer.map(({ program, accounts, data }) => ({
        programIdIndex: indexOf(program),
        accounts: accounts.map(indexOf),
        data: encodeBase58(data),
      })),
      ...(fromTable.length > 0 ? { addressTableLookups: [table] } : {}),
    }
    const version = fromTable.length > 0 ? 0 : 'legacy'
    return { transaction: { signatures: [base58.encode(signature(name))], message }, meta, version }
  }
  const message = getCompiledTransactionMessageEncoder().encode({
    version: 0,
    header: { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 0 },
    staticAccounts: statics.map((account) => address(account)),
    lifetimeToken: lifetime as Blockhash,
    instructions: outer.map(({ program, accounts, data }) => ({
      programAddressIndex: indexOf(program),
      accountIndices: accounts.map(indexOf),
      data,
    })),
    ...(fromTable.length > 0
      ? {
          addressTableLookups: [
            {
              lookupTableAddress: address(table.accountKey),
              writableIndexes: table.writableIndexes,
              readonlyIndexes: table.readonlyIndexes,
            },
          ],
        }
      : {}),
  })
  const bytes = Uint8Array.from(message)
  const wire = Buffer.concat([Buffer.from([1]), signer?.sign(bytes) ?? signature(name), bytes])
  return { transaction: [wire.toString('base64'), 'base64'], meta, version: 0 }
}
