import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { PlacedSystem } from './inputs'
import { firstTreeOf, type SystemInstruction } from './system-instruction'

export interface NewAddress {
  address: Uint8Array
  tree: Uint8Array
}

const SEED = 32
const TREE_INDEX = 33

/** Not in a v1 event: keccak-256 of tree, seed and a byte 255, first byte zero. facts/light-events.md 4.3. */
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

/** Only derived addresses: those of later kinds are in their v2 event. */
export function newAddressesIn(system: SystemInstruction): Uint8Array[] {
  return system.kind === 'invoke' || system.kind === 'invokeCpi' ? system.content.newAddresses : []
}
