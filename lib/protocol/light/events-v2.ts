import { base58 } from '@scure/base'
import { accountFromOutput, bytesKey, STATE_V1, takeSeq } from './events-v1'
import type { Instruction } from './groups'
import { decodeWhole, insertIntoQueues, LayoutError, type OutputLayout } from './layouts'
import { type Programs, SOLANA_SYSTEM } from './programs'
import { DISCRIMINATORS, decodeSystem, discriminatorHex, firstTreeIndex, MIN_DATA_BYTES } from './system-instruction'
import type { AccountEvent, AccountUpdate } from './updates'

export const STATE_V2 = 3

export interface EventPair {
  system: Instruction
  insert: Instruction
}

/** In order; InsertIntoQueues counts only with the registered-program account. facts/light-events.md 4.1. */
export function findEventPairs(group: Instruction[], programs: Programs): EventPair[] {
  const labels = group.map((instruction) => labelOf(instruction, programs))
  const pairs: EventPair[] = []
  let at = group.length - 1
  while (at >= 0) {
    if (labels[at] !== 'insert') {
      at--
      continue
    }
    const insert = group[at]
    let system: Instruction | undefined
    let solanaSeen = false
    // Scans backwards to the Light instruction; one that breaks the pattern is examined in the next round.
    for (at--; at >= 0; at--) {
      const label = labels[at]
      if (system) {
        if (label === 'insert') break
      } else if (label === 'solana') solanaSeen = true
      else if (label === 'light' && solanaSeen) system = group[at]
      else break
    }
    if (system && insert) pairs.push({ system, insert })
  }
  return pairs.reverse()
}

type Label = 'solana' | 'light' | 'insert' | 'other'

function labelOf({ program, accounts, data }: Instruction, programs: Programs): Label {
  if (data.length < MIN_DATA_BYTES) return 'other'
  if (program === SOLANA_SYSTEM) return 'solana'
  const discriminator = discriminatorHex(data)
  if (program === programs.lightSystem) return discriminator === DISCRIMINATORS.createCpiContext ? 'other' : 'light'
  const isInsert =
    program === programs.compression &&
    discriminator === DISCRIMINATORS.insertIntoQueues &&
    accounts.length > 2 &&
    accounts[1] === programs.registeredProgram
  return isInsert ? 'insert' : 'other'
}

/** Takes contents from the Light system instruction, the rest from InsertIntoQueues. facts/light-events.md 4.4. @throws LayoutError */
export function decodeEventPair({ system, insert }: EventPair): AccountEvent {
  const queues = decodeInsertIntoQueues(insert)
  const { outputs: ownOutputs, firstTree } = systemOutputs(system.data)
  const trees = outputTrees(queues.outputSequenceNumbers)
  const nextSeq = new Map<string, bigint>()
  for (const { tree, seq } of trees.values()) nextSeq.set(bytesKey(tree), seq)

  const outputs: AccountUpdate[] = []
  for (const [i, output] of [...queues.cpiContextOutputs, ...ownOutputs].entries()) {
    const hash = queues.leaves[i]?.hash
    const leafIndex = queues.outputLeafIndices[i]
    // Paired by position up to the shortest list. facts/light-events.md 4.4.
    if (!hash || leafIndex === undefined) break
    const key = system.accounts[firstTree + output.merkleTreeIndex]
    if (key === undefined) {
      throw new LayoutError(
        `output ${i} names account ${firstTree} + ${output.merkleTreeIndex} of the system instruction, it has ${system.accounts.length}`,
      )
    }
    const treeInfo = trees.get(key)
    if (!treeInfo) throw new LayoutError(`no output sequence number for ${key}, the queue of output ${i}`)
    const { tree, queue, treeType } = treeInfo
    if (treeType !== STATE_V1 && treeType !== STATE_V2) {
      throw new LayoutError(`wanted a state tree (type 1 or 3) for output ${i}, found type ${treeType}`)
    }
    const isV1 = treeType === STATE_V1
    const seq = isV1 ? takeSeq(nextSeq, tree) : null
    outputs.push({ ...accountFromOutput(output), hash, tree, treeType, queue: isV1 ? null : queue, leafIndex, seq })
  }
  return { inputs: queues.nullifiers.map(({ hash }) => hash), outputs }
}

/** Keyed by output queue (v2) or tree (v1). Entries with a zero key are unused. facts/light-events.md 4.2. */
function outputTrees(entries: ReturnType<typeof decodeInsertIntoQueues>['outputSequenceNumbers']) {
  const used = entries.filter(({ tree }) => tree.some((byte) => byte !== 0))
  return new Map(used.map((entry) => [base58.encode(entry.queue), { ...entry, treeType: Number(entry.treeType) }]))
}

/** facts/light-events.md 4.2. @throws LayoutError */
export function decodeInsertIntoQueues({ data }: Instruction) {
  return decodeWhole('InsertIntoQueues', insertIntoQueues, behindLength(data))
}

function behindLength(data: Uint8Array): Uint8Array {
  const length = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(8, true)
  const rest = data.subarray(MIN_DATA_BYTES)
  if (length !== rest.length) {
    throw new LayoutError(`InsertIntoQueues: wanted ${length} bytes behind the length, found ${rest.length}`)
  }
  return rest
}

function systemOutputs(data: Uint8Array): { outputs: OutputLayout[]; firstTree: number } {
  const system = decodeSystem(data)
  const firstTree = firstTreeIndex(system)
  if (system.kind !== 'invokeCpiWithAccountInfo') return { outputs: system.content.outputs, firstTree }
  const { head, accountInfos } = system.content
  const outputs = accountInfos.flatMap(({ address, output }) => {
    if (output === null) return []
    const { lamports, discriminator, dataHash, merkleTreeIndex } = output
    const account = { owner: head.invokingProgram, lamports, address }
    return [{ account: { ...account, data: { discriminator, data: output.data, dataHash } }, merkleTreeIndex }]
  })
  return { outputs, firstTree }
}
