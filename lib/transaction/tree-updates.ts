import { ownMember } from '../platform/own-member'
import type { CalledInstruction } from '../protocol/light/groups'
import type { TreeUpdate } from './contract'
import { instructionName } from './instruction-names'

/** Where the compression program's instructions have the tree, and the one that replaces it. From the program's sources. */
const PLACES: Readonly<Record<string, [kind: TreeUpdate['kind'], tree: number, newTree?: number]>> = {
  BatchAppend: ['leaves_appended', 3],
  BatchNullify: ['leaves_nullified', 3],
  NullifyLeaves: ['leaves_nullified', 3],
  BatchUpdateAddressTree: ['addresses_appended', 3],
  UpdateAddressMerkleTree: ['addresses_appended', 3],
  RolloverBatchedStateMerkleTree: ['tree_rolled_over', 4, 3],
  RolloverBatchedAddressMerkleTree: ['tree_rolled_over', 4, 3],
  RolloverStateMerkleTreeAndNullifierQueue: ['tree_rolled_over', 5, 3],
  RolloverAddressMerkleTreeAndQueue: ['tree_rolled_over', 5, 3],
}

export function treeUpdates(calls: readonly CalledInstruction[], compression: string): TreeUpdate[] {
  return calls.flatMap(({ program, data, accounts }, instruction): TreeUpdate[] => {
    const name = program === compression ? instructionName(program, data).name : null
    const [kind, at = -1, newAt = -1] = ownMember(PLACES, name ?? '') ?? []
    const tree = accounts[at]
    return kind && tree !== undefined ? [{ kind, instruction, tree, newTree: accounts[newAt] ?? null }] : []
  })
}
