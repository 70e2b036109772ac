import { base58 } from '@scure/base'
import { keyOf, readEventV1, STATE_V1 } from './events-v1'
import { readInsert } from './events-v2'
import { type Instruction, type NextTurn, openWhole, type SerialisedTransaction, type WholeTransaction } from './groups'
import {
  type FittedInput,
  fitInputs,
  type InputFields,
  MOST_SPENT_AND_CREATED,
  type PlacedSystem,
  type SpentHash,
} from './inputs'
import { isLayoutError, LayoutError } from './layouts'
import { derivedAddresses, type NewAddress, newAddressesIn } from './new-addresses'
import { readAnySystem } from './older-system'
import type { Programs } from './programs'
import type { SystemInstruction } from './system-instruction'
import { eventsOf, type FoundEvent } from './transaction'
import type { AccountUpdate } from './updates'

/*
 * Everything that a transaction did to compressed state, for its own page: the indexer's parser (transaction.ts) finds the
 * events, and what it has no use for is read here. Inputs are paired with fields by their hashes, 0.5 ms each: others have
 * their turn meanwhile.
 */

/** An account version that was consumed. Keys and hashes are 32 bytes. */
export interface ConsumedAccount {
  hash: Uint8Array
  /** Null where its event, a v1 one, names the hash alone and no fields of the transaction make it. */
  leaf: { tree: Uint8Array; treeType: number; leafIndex: number } | null
  /** What the hash was made of; null where no fields of the transaction make it. Its bytes stand where it was created. */
  fields: InputFields | null
}

/** What one event did. */
export interface EventEffects {
  /** `v1`: the event was written out. `v2`: it was put together from two instructions. facts/light-events.md 4 and 5. */
  kind: 'v1' | 'v2'
  /** The top-level instruction, from 0, that caused it. */
  group: number
  consumed: ConsumedAccount[]
  created: AccountUpdate[]
  newAddresses: NewAddress[]
  /** Lamports that came into compressed state. */
  compressed: bigint
  /** Lamports that left it. */
  decompressed: bigint
  /** Lamports paid to whoever sent the transaction; 0 where the instruction names none. */
  relayFee: bigint
}

/** What a transaction did to compressed state. */
export interface TransactionEffects {
  /** In order of execution. Empty where the transaction failed: what it would have done did not happen. */
  events: EventEffects[]
  /** True where the transaction changed accounts or trees. */
  usesCompression: boolean
  /** What looked like an event or a token account and could not be read. */
  undecodable: string[]
}

/**
 * Reads what a transaction did. `whole`: what openWhole gave for it. facts/light-events.md 3, 4 and 5.
 * @throws LayoutError saying what of the transaction cannot be read; the reason of `signal` as soon as it is aborted.
 */
export async function effectsOf(
  source: SerialisedTransaction,
  programs: Programs,
  nextTurn: NextTurn,
  whole: WholeTransaction = openWhole(source),
  signal?: AbortSignal,
): Promise<TransactionEffects> {
  if (hasFailed(source)) return { events: [], usesCompression: false, undecodable: [] }
  const { events, usesCompression, undecodable } = eventsOf(whole.groups, programs)
  const accounts = sum(events.map(({ event }) => event.inputs.length + event.outputs.length))
  assertAtMost('accounts spent and created', accounts)
  const systems = systemsIn(whole.groups, programs)
  const read = events.map((found, i) => readEvent(found, events[i - 1], systems[found.group] ?? []))
  const { fitted } = await fitInputs(
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

/** @throws LayoutError where there is more of something than a transaction can hold: each takes its time. */
function assertAtMost(what: string, found: number): void {
  if (found > MOST_SPENT_AND_CREATED) {
    throw new LayoutError(`wanted at most ${MOST_SPENT_AND_CREATED} ${what}, found ${found}`)
  }
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

function consumedOf({ hash, leaf }: SpentHash, fitted: Map<string, FittedInput>): ConsumedAccount {
  const found = fitted.get(keyOf(hash))
  if (!found) return { hash, leaf, fields: null }
  const { tree, treeType, leafIndex, fields } = found
  return { hash, leaf: { tree, treeType, leafIndex }, fields }
}

/** True where a node says that the transaction failed. */
export function hasFailed({ meta }: SerialisedTransaction): boolean {
  const err: unknown = meta !== null && typeof meta === 'object' && 'err' in meta ? meta.err : null
  return err !== null && err !== undefined
}

/** A Light system instruction and its place in its group. */
type SystemInGroup = PlacedSystem & { index: number }

/**
 * The Light system instructions of each group. One that cannot be read has made its event unreadable, if it had one.
 * @throws LayoutError where they name more inputs or new addresses than a transaction can have.
 */
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
    return readAnySystem(data)
  } catch (error) {
    if (isLayoutError(error)) return null
    throw error
  }
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
    return { kind: 'v1', group, spent, created, newAddresses, ...moved(lamports, isCompress, relayFee) }
  }
  const { nullifiers, inputSequenceNumbers, newAddresses } = readInsert(source.insert)
  const types = new Map(inputSequenceNumbers.map(({ tree, treeType }) => [keyOf(tree), Number(treeType)]))
  // Account indices of InsertIntoQueues count from behind its first two. facts/light-events.md 4.2.
  const treeAt = (index: number) => {
    const key = source.insert.accounts[2 + index]
    return key === undefined ? null : base58.decode(key)
  }
  const spent = nullifiers.map(({ hash, leafIndex, treeIndex }) => {
    const tree = treeAt(treeIndex)
    // Only v2 trees count their inputs.
    return { hash, leaf: tree && { tree, treeType: types.get(keyOf(tree)) ?? STATE_V1, leafIndex } }
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

/** Lamports that an instruction moved between compressed state and the rest of the chain. facts/light-events.md 4.3. */
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
