import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { AccountFields } from './account-hash'
import { bytesKey, readEventV1, STATE_V1 } from './events-v1'
import { decodeInsertIntoQueues } from './events-v2'
import { type Instruction, type NextTurn, openWhole, type SerialisedTransaction, type WholeTransaction } from './groups'
import { MAX_SPENT_AND_CREATED, type MatchedInput, matchInputs, type PlacedSystem, type SpentHash } from './inputs'
import { isLayoutError, LayoutError } from './layouts'
import type { Programs } from './programs'
import { decodeAnySystem, firstTreeIndex, type SystemInstruction } from './system-instruction'
import { cachedEvents, type FoundEvent } from './transaction'
import type { AccountUpdate } from './updates'

/* For a transaction's page: adds inputs, addresses and fees to the events of transaction.ts. Yields: 0.5 ms per input. */

export interface ConsumedAccount {
  hash: Uint8Array
  /** null: the v1 event gives only the hash, and no fields in the transaction match it. */
  leaf: { tree: Uint8Array; treeType: number; leafIndex: number } | null
  fields: AccountFields | null
}

export interface EventEffects {
  /** `v1`: one noop instruction. `v2`: assembled from two instructions. facts/light-events.md 4 and 5. */
  kind: 'v1' | 'v2'
  /** Index of the top-level instruction, from 0. */
  group: number
  consumed: ConsumedAccount[]
  created: AccountUpdate[]
  newAddresses: { address: Uint8Array; tree: Uint8Array }[]
  compressed: bigint
  decompressed: bigint
  /** Lamports paid to the sender. */
  relayFee: bigint
}

export interface TransactionEffects {
  events: EventEffects[]
  usesCompression: boolean
  undecodable: string[]
}

/** facts/light-events.md 3 to 5. @param whole the result of openWhole() @throws LayoutError; the reason of `signal` */
export async function effectsOf(
  source: SerialisedTransaction,
  programs: Programs,
  nextTurn: NextTurn,
  whole: WholeTransaction = openWhole(source),
  signal?: AbortSignal,
): Promise<TransactionEffects> {
  if (hasFailed(source)) return { events: [], usesCompression: false, undecodable: [] }
  const { events, usesCompression, undecodable } = cachedEvents(whole.groups, programs)
  const accounts = sum(events.map(({ event }) => event.inputs.length + event.outputs.length))
  assertAtMost('accounts spent and created', accounts)
  const systems = systemsIn(whole.groups, programs)
  const read = events.map((found, i) => readEvent(found, events[i - 1], systems[found.group] ?? []))
  const { fitted } = await matchInputs(
    read.flatMap(({ spent }) => spent),
    systems.flat(),
    nextTurn,
    signal,
  )
  return {
    events: read.map(({ spent, ...event }) => ({ ...event, consumed: spent.map((one) => consumedOf(one, fitted)) })),
    usesCompression,
    undecodable,
  }
}

function assertAtMost(what: string, found: number): void {
  if (found > MAX_SPENT_AND_CREATED) {
    throw new LayoutError(`wanted at most ${MAX_SPENT_AND_CREATED} ${what}, found ${found}`)
  }
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

function consumedOf({ hash, leaf }: SpentHash, fitted: Map<string, MatchedInput>): ConsumedAccount {
  const found = fitted.get(bytesKey(hash))
  if (!found) return { hash, leaf, fields: null }
  const { tree, treeType, leafIndex, fields } = found
  return { hash, leaf: { tree, treeType, leafIndex }, fields }
}

export function hasFailed({ meta }: SerialisedTransaction): boolean {
  const err: unknown = meta !== null && typeof meta === 'object' && 'err' in meta ? meta.err : null
  return err !== null && err !== undefined
}

type SystemInGroup = PlacedSystem & { index: number }

/** Skips undecodable instructions: their events are undecodable too. @throws LayoutError for too many inputs or addresses */
function systemsIn(groups: Instruction[][], programs: Programs): SystemInGroup[][] {
  let [inputs, addresses] = [0, 0]
  return groups.map((group) =>
    group.flatMap((instruction, index) => {
      if (instruction.program !== programs.lightSystem || instruction.data.length < 8) return []
      const system = readable(instruction.data)
      if (!system) return []
      inputs += inputsIn(system)
      addresses += newAddressesIn(system).length
      assertAtMost('inputs', inputs)
      assertAtMost('new addresses', addresses)
      return [{ instruction, system, index }]
    }),
  )
}

function readable(data: Uint8Array): SystemInstruction | null {
  try {
    return decodeAnySystem(data)
  } catch (error) {
    if (isLayoutError(error)) return null
    throw error
  }
}

const SEED = 32
const TREE_INDEX = 33

/** v1 events omit new addresses: keccak-256 of tree, seed and a byte 255, first byte zero. facts/light-events.md 4.3. */
function derivedAddresses({ instruction, system }: PlacedSystem): EventEffects['newAddresses'] {
  const first = firstTreeIndex(system)
  return newAddressesIn(system).flatMap((params) => {
    const key = instruction.accounts[first + (params[TREE_INDEX] ?? 0)]
    if (key === undefined) return []
    const tree = base58.decode(key)
    const address = keccak_256(Uint8Array.from([...tree, ...params.subarray(0, SEED), 255]))
    address[0] = 0
    return [{ address, tree }]
  })
}

/** Later kinds have a v2 event, which holds the addresses. */
function newAddressesIn(system: SystemInstruction): Uint8Array[] {
  return system.kind === 'invoke' || system.kind === 'invokeCpi' ? system.content.newAddresses : []
}

function inputsIn({ kind, content }: SystemInstruction): number {
  return kind === 'invokeCpiWithAccountInfo' ? content.accountInfos.length : content.inputs.length
}

type ReadEvent = Omit<EventEffects, 'consumed'> & { spent: SpentHash[] }

function readEvent(found: FoundEvent, before: FoundEvent | undefined, systems: SystemInGroup[]): ReadEvent {
  const { event, group, source } = found
  const created = event.outputs
  if ('carrier' in source) {
    const { relayFee, isCompress, lamports } = readEventV1(source.carrier)
    const earlier = before?.group === group && 'carrier' in before.source ? before.source.index : -1
    const own = systems.filter(({ index }) => index > earlier && index < source.index)
    const newAddresses = own.flatMap(derivedAddresses)
    const spent = event.inputs.map((hash) => ({ hash, leaf: null }))
    return {
      kind: 'v1',
      group,
      spent,
      created,
      newAddresses,
      ...moved(lamports, isCompress, relayFee),
    }
  }
  const { nullifiers, inputSequenceNumbers, newAddresses } = decodeInsertIntoQueues(source.insert)
  const types = new Map(inputSequenceNumbers.map(({ tree, treeType }) => [bytesKey(tree), Number(treeType)]))
  // Tree indices skip the first two accounts of InsertIntoQueues. facts/light-events.md 4.2.
  const treeAt = (index: number) => {
    const key = source.insert.accounts[2 + index]
    return key === undefined ? null : base58.decode(key)
  }
  const spent = nullifiers.map(({ hash, leafIndex, treeIndex }) => {
    const tree = treeAt(treeIndex)
    // Only v2 trees number their inputs.
    return { hash, leaf: tree && { tree, treeType: types.get(bytesKey(tree)) ?? STATE_V1, leafIndex } }
  })
  const addresses = newAddresses.flatMap(({ address, treeIndex }) => {
    const tree = treeAt(treeIndex)
    return tree ? [{ address, tree }] : []
  })
  const { system } = systems.find(({ instruction }) => instruction === source.system) ?? {}
  return {
    kind: 'v2',
    group,
    spent,
    created,
    newAddresses: addresses,
    ...(system ? movedBy(system) : moved(null, false, null)),
  }
}

function movedBy(system: SystemInstruction) {
  if (system.kind === 'invoke' || system.kind === 'invokeCpi') {
    const { lamports, isCompress, relayFee } = system.content
    return moved(lamports, isCompress, relayFee)
  }
  const { lamports, isCompress } = system.content.head
  return moved(lamports, isCompress, null)
}

function moved(lamports: bigint | null, isCompress: boolean, relayFee: bigint | null) {
  return {
    compressed: isCompress ? (lamports ?? 0n) : 0n,
    decompressed: isCompress ? 0n : (lamports ?? 0n),
    relayFee: relayFee ?? 0n,
  }
}
