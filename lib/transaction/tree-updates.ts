import { ownMember } from '../platform/own-member'
import type { CalledInstruction } from '../protocol/light/groups'
import type { TreeUpdate } from './contract'
import { instructionName } from './instruction-names'

/** Where the compression program's instructions have the tree, and the one that replaces it. From the program's sources. */
const PLACES: Readonly<Record<string, [kind: TreeUpdate['kind'], tree: number, newTree?: number]>> = {
  BatchAppend: ['appended', 3],
  BatchNullify: ['nullified', 3],
  NullifyLeaves: ['nullified', 3],
  BatchUpdateAddressTree: ['addresses', 3],
  UpdateAddressMerkleTree: ['addresses', 3],
  RolloverBatchedStateMerkleTree: ['rolled_over', 4, 3],
  RolloverBatchedAddressMerkleTree: ['rolled_over', 4, 3],
  RolloverStateMerkleTreeAndNullifierQueue: ['rolled_over', 5, 3],
  RolloverAddressMerkleTreeAndQueue: ['rolled_over', 5, 3],
}

export function treeUpdates(calls: readonly CalledInstruction[], compression: string): TreeUpdate[] {
  return calls.flatMap(({ program, data, accounts }, instruction): TreeUpdate[] => {
    const name = program === compression ? instructionName(program, data).name : null
    const [kind, at = -1, newAt = -1] = ownMember(PLACES, name ?? '') ?? []
    const tree = accounts[at]
    return kind && tree !== undefined ? [{ kind, instruction, tree, newTree: accounts[newAt] ?? null }] : []
  })
}
