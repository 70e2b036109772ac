import { base58 } from '@scure/base'
import type { HashedAccount } from './account-hash'
import { discriminatorOf, keyOf, STATE_V1 } from './events-v1'
import { STATE_V2 } from './events-v2'
import type { Instruction, NextTurn } from './groups'
import { firstTreeOf, type SystemInstruction } from './system-instruction'

/*
 * Which fields belong to which consumed hash. Events name inputs by their hashes; the fields stand in the Light system
 * instruction that was called, or in an earlier one that put them into a CPI context. Nothing relies on their order: the hash
 * is rebuilt from the fields, 0.5 ms each, and it must be one of those that were consumed. facts/light-events.md 4.3 and 8.
 */

/** A Light system instruction that could be read. */
export interface PlacedSystem {
  instruction: Instruction
  system: SystemInstruction
}

/** Where a leaf may be. */
export interface LeafPlace {
  tree: Uint8Array
  /** 1 state v1, 3 state v2. facts/light-events.md 1. */
  treeType: number
}

/** A consumed hash as an event names it: a v2 event says where its leaf is, a v1 event does not. */
export interface SpentHash {
  hash: Uint8Array
  leaf: (LeafPlace & { leafIndex: number }) | null
}

/** What an account's hash is made of beside its place; of its data these two, which stand for all of it. */
export interface InputFields {
  owner: Uint8Array
  lamports: bigint
  address: Uint8Array | null
  data: { discriminator: bigint; dataHash: Uint8Array } | null
}

/** The fields of a consumed account and where its leaf is. */
export interface FittedInput extends LeafPlace {
  leafIndex: number
  fields: InputFields
}

/**
 * Accounts that a transaction can spend and create: the Light system program makes the hash of each, and the cheapest, of
 * three fields, takes 1,091 of the 1,400,000 compute units that a transaction has. facts/light-events.md 8.
 */
export const MOST_SPENT_AND_CREATED = 1_283

/** A hash is tried for so many combinations of fields and places for each input, and so many in all beside. */
const TRIES_PER_INPUT = 8
const TRIES = 64

/** In all at most: as many inputs as there can be, with data and without. */
const MOST_TRIES = 2 * MOST_SPENT_AND_CREATED

/** Hashes that are made before others have their turn: some ten milliseconds. */
const AT_ONCE = 16

/**
 * The fields of consumed accounts, by `keyOf` their hash, and how many hashes were made for them. A hash that no fields of
 * the given instructions make is not among them.
 * @throws the reason of `signal` as soon as it is aborted.
 */
export async function fitInputs(
  spent: SpentHash[],
  systems: PlacedSystem[],
  nextTurn: NextTurn,
  signal?: AbortSignal,
): Promise<{ fitted: Map<string, FittedInput>; tries: number }> {
  const fitted = new Map<string, FittedInput>()
  let tries = 0
  if (spent.length === 0) return { fitted, tries }
  // Its constants take a quarter of a second to load: only who needs them waits.
  const { accountHash } = await import('./account-hash')
  const wanted = new Set(spent.map(({ hash }) => keyOf(hash)))
  const places = new AccountPlaces(spent)
  const most = Math.min(MOST_TRIES, TRIES + TRIES_PER_INPUT * spent.length)
  for (const candidate of candidatesIn(systems)) {
    attempts: for (const place of places.of(candidate)) {
      for (const data of dataForms(candidate.fields.data)) {
        if (tries >= most || fitted.size === wanted.size) return { fitted, tries }
        if (tries % AT_ONCE === 0) await nextTurn()
        signal?.throwIfAborted()
        tries++
        const { leafIndex, fields } = candidate
        const hashed = { ...fields, ...place, treeType: BigInt(place.treeType), leafIndex: BigInt(leafIndex), data }
        const key = keyOf(accountHash(hashed))
        if (!wanted.has(key)) continue
        fitted.set(key, { ...place, leafIndex, fields })
        break attempts
      }
    }
  }
  return { fitted, tries }
}

/** Fields that an instruction gives for an input. */
interface InputCandidate {
  fields: InputFields
  leafIndex: number
  /** The tree that it names, where its accounts have one there; an instruction that only fills a CPI context has none. */
  tree: Uint8Array | null
}

/** Those of all instructions, of each when its turn comes: many are never tried. */
function* candidatesIn(systems: PlacedSystem[]): Generator<InputCandidate> {
  for (const placed of systems) yield* candidatesOf(placed)
}

function candidatesOf({ instruction, system }: PlacedSystem): InputCandidate[] {
  const first = firstTreeOf(system)
  const treeAt = (index: number) => {
    const key = instruction.accounts[first + index]
    return key === undefined ? null : base58.decode(key)
  }
  if (system.kind === 'invoke' || system.kind === 'invokeCpi') {
    return system.content.inputs.map(({ account, merkleContext }) => {
      const { owner, lamports, address, data } = account
      const hashed = data && { discriminator: discriminatorOf(data.discriminator), dataHash: data.dataHash }
      const fields = { owner, lamports, address, data: hashed }
      return { fields, leafIndex: merkleContext.leafIndex, tree: treeAt(merkleContext.treeIndex) }
    })
  }
  const { invokingProgram: owner } = system.content.head
  const inputs =
    system.kind === 'invokeCpiWithReadOnly'
      ? system.content.inputs
      : system.content.accountInfos.flatMap(({ input, address }) => (input ? [{ input, address }] : []))
  return inputs.map(({ input, address }) => {
    const { lamports, discriminator, dataHash, merkleContext } = input
    const data = { discriminator: discriminatorOf(discriminator), dataHash }
    const fields = { owner, lamports, address, data: isZero(data) ? null : data }
    return { fields, leafIndex: merkleContext.leafIndex, tree: treeAt(merkleContext.treeIndex) }
  })
}

/** Where leaves may be, each place once. */
class AccountPlaces {
  /** Places that events name, by leaf index and then by what they are. */
  readonly #named = new Map<number, Map<string, LeafPlace>>()

  constructor(spent: SpentHash[]) {
    for (const { leaf } of spent) {
      if (!leaf) continue
      const { leafIndex, tree, treeType } = leaf
      const named = this.#named.get(leafIndex) ?? new Map<string, LeafPlace>()
      this.#named.set(leafIndex, named.set(placeKey(leaf), { tree, treeType }))
    }
  }

  /** Where the leaf of a candidate may be: where events say that leaves of its index are, else where it says so itself. */
  *of({ leafIndex, tree }: InputCandidate): Generator<LeafPlace> {
    const named = this.#named.get(leafIndex)
    if (named) yield* named.values()
    if (!tree) return
    // The tree's own kind is not named: a v1 event is about v1 trees.
    for (const place of [STATE_V1, STATE_V2].map((treeType) => ({ tree, treeType }))) {
      if (!named?.has(placeKey(place))) yield place
    }
  }
}

function placeKey({ tree, treeType }: LeafPlace): string {
  return `${treeType}${keyOf(tree)}`
}

/** What an account without data may be hashed with where it was made from a CPI context. facts/cold-tokens.md 4. */
const ZERO_DATA = { discriminator: 0n, dataHash: new Uint8Array(32) }

function dataForms(data: InputFields['data']): HashedAccount['data'][] {
  return data === null ? [null, ZERO_DATA] : [data]
}

function isZero({ discriminator, dataHash }: NonNullable<InputFields['data']>): boolean {
  return discriminator === 0n && dataHash.every((byte) => byte === 0)
}
