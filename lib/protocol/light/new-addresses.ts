import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { PlacedSystem } from './inputs'
import { firstTreeOf, type SystemInstruction } from './system-instruction'

/** An address that was taken, and the tree in which it is. 32 bytes each. */
export interface NewAddress {
  address: Uint8Array
  tree: Uint8Array
}

/** Where a seed ends and the index of the address tree stands in what an instruction says of a new address. */
const SEED = 32
const TREE_INDEX = 33

/**
 * The addresses that an instruction of a v1 event takes. The event does not name them: they follow from tree and seed,
 * keccak-256 of both and a byte 255 with the first byte zero. facts/light-events.md 4.3.
 */
export function derivedAddresses({ instruction, system }: PlacedSystem): NewAddress[] {
  const first = firstTreeOf(system)
  return newAddressesIn(system).flatMap((params) => {
    const key = instruction.accounts[first + (params[TREE_INDEX] ?? 0)]
    if (key === undefined) return []
    const tree = base58.decode(key)
    const address = keccak_256(Uint8Array.from([...tree, ...params.subarray(0, SEED), 255]))
    address[0] = 0
    return [{ address, tree }]
  })
}

/** What an instruction says of the new addresses that are derived: those of later kinds stand in their v2 event. */
export function newAddressesIn(system: SystemInstruction): Uint8Array[] {
  return system.kind === 'invoke' || system.kind === 'invokeCpi' ? system.content.newAddresses : []
}
