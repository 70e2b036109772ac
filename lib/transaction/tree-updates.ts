import type { CalledInstruction } from '../protocol/light/groups'
import type { TreeUpdate } from './contract'
import { instructionName } from './instruction-names'

interface Place {
  kind: TreeUpdate['kind']
  tree: number
  newTree?: number
}

/** Where the compression program's instructions have the tree, and the one that replaces it. From the program's sources. */
const PLACES: Readonly<Record<string, Place>> = {
  BatchAppend: { kind: 'appended', tree: 3 },
  BatchNullify: { kind: 'nullified', tree: 3 },
  NullifyLeaves: { kind: 'nullified', tree: 3 },
  BatchUpdateAddressTree: { kind: 'addresses', tree: 3 },
  UpdateAddressMerkleTree: { kind: 'addresses', tree: 3 },
  RolloverBatchedStateMerkleTree: { kind: 'rolled_over', tree: 4, newTree: 3 },
  RolloverBatchedAddressMerkleTree: { kind: 'rolled_over', tree: 4, newTree: 3 },
  RolloverStateMerkleTreeAndNullifierQueue: { kind: 'rolled_over', tree: 5, newTree: 3 },
  RolloverAddressMerkleTreeAndQueue: { kind: 'rolled_over', tree: 5, newTree: 3 },
}

export function treeUpdates(calls: readonly CalledInstruction[], compression: string): TreeUpdate[] {
  return calls.flatMap(({ program, data, accounts }, instruction): TreeUpdate[] => {
    const name = program === compression ? instructionName(program, data).name : null
    const place = name === null ? undefined : PLACES[name]
    const tree = accounts[place?.tree ?? -1]
    if (!place || tree === undefined) return []
    return [{ kind: place.kind, instruction, tree, newTree: accounts[place.newTree ?? -1] ?? null }]
  })
}
