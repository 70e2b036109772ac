import type { TreeUpdate } from '../contract'
import type { Found } from './change'
import type { Kind, KnownFacts, Part } from './contract'
import { identifier, phrase } from './parts'

const RULES: Record<TreeUpdate['kind'], [Kind, (tree: Part, update: TreeUpdate) => Part[]]> = {
  appended: ['leaves_appended', (tree) => phrase`batch of leaves appended to tree ${tree}`],
  nullified: ['leaves_nullified', (tree) => phrase`leaves of tree ${tree} nullified`],
  addresses: ['addresses_appended', (tree) => phrase`addresses appended to tree ${tree}`],
  rolled_over: [
    'tree_rolled_over',
    (tree, { newTree }) =>
      phrase`tree ${tree} rolled over${newTree === null ? '' : phrase` to tree ${identifier('tree', newTree)}`}`,
  ],
}

/** A forester's work on a tree is one change, however many instructions it takes. */
export function treeChanges({ treeUpdates }: KnownFacts): Found[] {
  const first = treeUpdates.filter(
    (one, i) => treeUpdates.findIndex(({ kind, tree }) => kind === one.kind && tree === one.tree) === i,
  )
  return first.map((update) => {
    const [kind, say] = RULES[update.kind]
    return { kind, instruction: update.instruction, parts: say(identifier('tree', update.tree), update) }
  })
}
