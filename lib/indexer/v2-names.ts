import { base58 } from '@scure/base'
import type { MethodName, Result } from '@/lib/rpc/methods'
import type { Store } from './store/open'
import { toBase58, toNumber } from './store/rows'

/*
 * The two V2 names that the current TypeScript client calls. They are the V1 operations with another account shape:
 * `tree` gives way to `merkleContext`, and `proveByIndex` is added (facts/photon-wire.md 11, design.md 4.5).
 */

const V2_NAMES = {
  getCompressedAccountsByOwnerV2: 'getCompressedAccountsByOwner',
  getCompressedTokenAccountsByDelegateV2: 'getCompressedTokenAccountsByDelegate',
} as const satisfies Record<string, MethodName>

type V2Name = keyof typeof V2_NAMES

/** True for a V2 name. */
export function isV2Name(name: string): name is V2Name {
  return Object.hasOwn(V2_NAMES, name)
}

/** The operation behind a V2 name. */
export function operationOf(name: V2Name): (typeof V2_NAMES)[V2Name] {
  return V2_NAMES[name]
}

type Account = Result<'getCompressedAccountsByOwner'>['value']['items'][number]

/** Nullifier queues of the v1 trees that every client knows; the events of v1 do not name them. */
const V1_QUEUES = new Map([
  ['smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT', 'nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148'],
  ['smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho', 'nfq2hgS7NYemXsFaFUCe3EMXSDSfnZnAe27jC6aPP1X'],
])

const STATE_V1 = 1

/** One account by its hash: its tree's type and queue, and how far batch appends have come in that tree. */
const TREE_OF_ACCOUNT = `
  SELECT tree_type, queue, next_index FROM accounts
  CROSS JOIN trees ON trees.id = tree_id
  LEFT JOIN batch_appends ON batch_appends.tree = trees.tree
  WHERE hash = ?`

/** The answer of the operation in the shape of its V2 name. To be called in the same read transaction. */
export function toV2(
  store: Store,
  result: Result<'getCompressedAccountsByOwner'> | Result<'getCompressedTokenAccountsByDelegate'>,
) {
  const items = result.value.items.map((item) =>
    'tokenData' in item ? { ...item, account: toV2Account(store, item.account) } : toV2Account(store, item),
  )
  return { ...result, value: { ...result.value, items } }
}

function toV2Account(store: Store, { tree, ...account }: Account) {
  const row = store.get(TREE_OF_ACCOUNT, base58.decode(account.hash))
  if (!row) throw new Error(`no tree for account ${account.hash}`)
  const treeType = toNumber(row.tree_type)
  const isV1 = treeType === STATE_V1
  // Until a batch append has taken the leaf in, it stands in the queue and is proven by its index.
  const appended = row.next_index === null ? 0 : toNumber(row.next_index)
  return {
    ...account,
    merkleContext: {
      treeType,
      tree,
      queue: isV1 ? (V1_QUEUES.get(tree) ?? tree) : toBase58(row.queue),
      cpiContext: null,
      nextTreeContext: null,
    },
    proveByIndex: !isV1 && account.leafIndex >= appended,
  }
}
