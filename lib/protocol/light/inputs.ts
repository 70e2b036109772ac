import { base58 } from '@scure/base'
import type { AccountFields, HashedAccount } from './account-hash'
import { bytesKey, discriminatorOf, STATE_V1 } from './events-v1'
import { STATE_V2 } from './events-v2'
import type { Instruction, NextTurn } from './groups'
import { firstTreeIndex, type SystemInstruction } from './system-instruction'

/*
 * Events name inputs by hash only. Their fields are in the Light system instruction, or in one that filled its CPI context.
 * Order proves no match, so candidates are hashed, 0.5 ms each. facts/light-events.md 4.3 and 8.
 */

export interface PlacedSystem {
  instruction: Instruction
  system: SystemInstruction
}

export interface LeafPlace {
  tree: Uint8Array
  treeType: number
}

/** `leaf`: null for v1 events, which name no tree. */
export interface SpentHash {
  hash: Uint8Array
  leaf: (LeafPlace & { leafIndex: number }) | null
}

export interface MatchedInput extends LeafPlace {
  leafIndex: number
  fields: AccountFields
}

/** The cheapest hash, of three fields, costs 1,091 of a transaction's 1,400,000 compute units. facts/light-events.md 8. */
export const MAX_SPENT_AND_CREATED = 1_283

/** Hashes tried per input, and in addition for all inputs together. */
const TRIES_PER_INPUT = 8
const TRIES = 64

const MAX_TRIES = 2 * MAX_SPENT_AND_CREATED

/** Hashes between two yields: some 10 ms. */
const AT_ONCE = 16

/** `matched`: by bytesKey of the hash; inputs without matching fields are absent. @throws the reason of `signal` */
export async function matchInputs(
  spent: SpentHash[],
  systems: PlacedSystem[],
  nextTurn: NextTurn,
  signal?: AbortSignal,
): Promise<{ fitted: Map<string, MatchedInput>; tries: number }> {
  const fitted = new Map<string, MatchedInput>()
  let tries = 0
  if (spent.length === 0) return { fitted, tries }
  // Loaded on demand: its constants take 250 ms.
  const { accountHash } = await import('./account-hash')
  const wanted = new Set(spent.map(({ hash }) => bytesKey(hash)))
  const places = new AccountPlaces(spent)
  const most = Math.min(MAX_TRIES, TRIES + TRIES_PER_INPUT * spent.length)
  for (const candidate of candidatesIn(systems)) {
    attempts: for (const place of places.of(candidate)) {
      for (const data of dataForms(candidate.fields.data)) {
        if (tries >= most || fitted.size === wanted.size) return { fitted, tries }
        if (tries % AT_ONCE === 0) await nextTurn()
        signal?.throwIfAborted()
        tries++
        const { leafIndex, fields } = candidate
        const hashed = { ...fields, ...place, treeType: BigInt(place.treeType), leafIndex: BigInt(leafIndex), data }
        const key = bytesKey(accountHash(hashed))
        if (!wanted.has(key)) continue
        fitted.set(key, { ...place, leafIndex, fields })
        break attempts
      }
    }
  }
  return { fitted, tries }
}

interface InputCandidate {
  fields: AccountFields
  leafIndex: number
  tree: Uint8Array | null
}

/** Lazy: many candidates are never tried. */
function* candidatesIn(systems: PlacedSystem[]): Generator<InputCandidate> {
  for (const placed of systems) yield* candidatesOf(placed)
}

function candidatesOf({ instruction, system }: PlacedSystem): InputCandidate[] {
  const first = firstTreeIndex(system)
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

class AccountPlaces {
  readonly #named = new Map<number, Map<string, LeafPlace>>()

  constructor(spent: SpentHash[]) {
    for (const { leaf } of spent) {
      if (!leaf) continue
      const { leafIndex, tree, treeType } = leaf
      const named = this.#named.get(leafIndex) ?? new Map<string, LeafPlace>()
      this.#named.set(leafIndex, named.set(placeKey(leaf), { tree, treeType }))
    }
  }

  *of({ leafIndex, tree }: InputCandidate): Generator<LeafPlace> {
    const named = this.#named.get(leafIndex)
    if (named) yield* named.values()
    if (!tree) return
    // The instruction does not give the tree's type: both are tried.
    for (const place of [STATE_V1, STATE_V2].map((treeType) => ({ tree, treeType }))) {
      if (!named?.has(placeKey(place))) yield place
    }
  }
}

function placeKey({ tree, treeType }: LeafPlace): string {
  return `${treeType}${bytesKey(tree)}`
}

/** An account without data that a CPI context created is hashed with zero data. facts/cold-tokens.md 4. */
const ZERO_DATA = { discriminator: 0n, dataHash: new Uint8Array(32) }

function dataForms(data: AccountFields['data']): HashedAccount['data'][] {
  return data === null ? [null, ZERO_DATA] : [data]
}

function isZero({ discriminator, dataHash }: NonNullable<AccountFields['data']>): boolean {
  return discriminator === 0n && dataHash.every((byte) => byte === 0)
}
