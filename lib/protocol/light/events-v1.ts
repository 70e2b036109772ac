import type { Instruction } from './groups'
import {
  decodeHead,
  decodeWhole,
  LayoutError,
  type OutputLayout,
  publicTransactionEvent,
  publicTransactionEventWithAtaOwners,
} from './layouts'
import { NOOP, type Programs, SOLANA_SYSTEM } from './programs'
import type { AccountEvent, AccountUpdate } from './updates'

export const STATE_V1 = 1

/** Null unless one or two Solana system instructions follow, then noop. facts/light-events.md 3. */
export function findEventV1(group: Instruction[], index: number, programs: Programs): Uint8Array | null {
  if (group[index]?.program !== programs.compression) return null
  let next = index + 1
  while (next <= index + 2 && group[next]?.program === SOLANA_SYSTEM) next++
  const carrier = group[next]
  return next > index + 1 && carrier?.program === NOOP ? carrier.data : null
}

/** Every byte must be consumed. facts/light-events.md 5. @throws LayoutError */
export function decodeEventV1(data: Uint8Array): AccountEvent {
  const event = readEventV1(data)
  const count = event.outputs.length
  if (event.outputHashes.length !== count || event.outputLeafIndices.length !== count) {
    throw new LayoutError(
      `v1 event: wanted as many hashes and leaf indices as outputs (${count}), found ${event.outputHashes.length} and ${event.outputLeafIndices.length}`,
    )
  }
  const nextSeq = new Map(event.sequenceNumbers.map(({ tree, seq }) => [bytesKey(tree), seq]))
  const outputs = event.outputs.map((output, i): AccountUpdate => {
    const tree = event.publicKeys[output.merkleTreeIndex]
    const hash = event.outputHashes[i]
    const leafIndex = event.outputLeafIndices[i]
    if (!tree || !hash || leafIndex === undefined) {
      throw new LayoutError(
        `v1 event: output ${i} names tree ${output.merkleTreeIndex} of ${event.publicKeys.length} public keys`,
      )
    }
    const seq = takeSeq(nextSeq, tree)
    if (seq === null) throw new LayoutError(`v1 event: no sequence number for the tree of output ${i}`)
    return { ...accountFromOutput(output), hash, tree, treeType: STATE_V1, queue: null, leafIndex, seq }
  })
  return { inputs: event.inputHashes, outputs }
}

/** Older events lack field 11. facts/light-events.md 5. @throws LayoutError */
export function readEventV1(data: Uint8Array) {
  const [event, end] = decodeHead('v1 event', publicTransactionEvent, data)
  if (end === data.length) return event
  try {
    return decodeWhole('v1 event', publicTransactionEventWithAtaOwners, data)
  } catch {
    return decodeWhole('v1 event', publicTransactionEvent, data)
  }
}

/** `nextSeq` starts with each tree's first number; outputs of the tree count up. null: tree unknown. facts/light-events.md 7. */
export function takeSeq(nextSeq: Map<string, bigint>, tree: Uint8Array): bigint | null {
  const key = bytesKey(tree)
  const seq = nextSeq.get(key)
  if (seq === undefined) return null
  nextSeq.set(key, BigInt.asUintN(64, seq + 1n))
  return seq
}

export function bytesKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

export function accountFromOutput({
  account,
}: OutputLayout): Pick<AccountUpdate, 'owner' | 'lamports' | 'address' | 'data' | 'token'> {
  const { owner, lamports, address, data } = account
  return {
    owner,
    lamports,
    address,
    data: data && { discriminator: discriminatorOf(data.discriminator), data: data.data, dataHash: data.dataHash },
    token: null,
  }
}

export function discriminatorOf(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true)
}
