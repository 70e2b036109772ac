import { base58 } from '@scure/base'
import type { MethodName, Result } from '@/lib/protocol/rpc/methods'
import { toBase58, toNumber } from '../store/rows'
import type { Reader, Row, RowsStatement } from '../store/store'

/*
 * V1 operations with another account shape: `merkleContext` for `tree`, and `proveByIndex` (facts/photon-wire.md 11, design.md
 * 4.5).
 */

const V2_NAMES = {
  getCompressedAccountsByOwnerV2: 'getCompressedAccountsByOwner',
  getCompressedTokenAccountsByDelegateV2: 'getCompressedTokenAccountsByDelegate',
} as const satisfies Record<string, MethodName>

type V2Name = keyof typeof V2_NAMES

export function isV2Name(name: string): name is V2Name {
  return Object.hasOwn(V2_NAMES, name)
}

export function operationOf(name: V2Name): (typeof V2_NAMES)[V2Name] {
  return V2_NAMES[name]
}

type Account = Result<'getCompressedAccountsByOwner'>['value']['items'][number]

/** Nullifier queues of the well-known v1 trees; v1 events do not name them. */
const V1_QUEUES = new Map([
  ['smt1NamzXdq4AMqS2fS2F1i5KTYPZRhoHgWx38d8WsT', 'nfq1NvQDJ2GEgnS8zt9prAe8rjjpAW1zFkrvZoBR148'],
  ['smt2rJAFdyJJupwMKAqTNAJwvjhmiZ4JYGZmbVRw1Ho', 'nfq2hgS7NYemXsFaFUCe3EMXSDSfnZnAe27jC6aPP1X'],
])

const STATE_V1 = 1

const TREES_OF_ACCOUNTS: RowsStatement = {
  columns: { hash: 'bytes' },
  sql: (given) => `SELECT accounts.hash, tree_type, queue, next_index FROM ${given}
    CROSS JOIN accounts ON accounts.hash = given.hash
    CROSS JOIN trees ON trees.id = tree_id
    LEFT JOIN batch_appends ON batch_appends.tree = trees.tree`,
}

/** Needs the same read transaction (facts/photon-wire.md 11). @throws Error for a row whose account is not in the store */
export async function toV2(
  db: Reader,
  result: Result<'getCompressedAccountsByOwner'> | Result<'getCompressedTokenAccountsByDelegate'>,
) {
  const hashes = result.value.items.map((item) => ('tokenData' in item ? item.account.hash : item.hash))
  const rows = await db.allEach(
    TREES_OF_ACCOUNTS,
    hashes.map((hash) => [base58.decode(hash)]),
  )
  const places = new Map(rows.map((row) => [toBase58(row.hash), row]))
  const items = result.value.items.map((item) =>
    'tokenData' in item ? { ...item, account: toV2Account(item.account, places) } : toV2Account(item, places),
  )
  return { ...result, value: { ...result.value, items } }
}

function toV2Account({ tree, ...account }: Account, places: Map<string, Row>) {
  const row = places.get(account.hash)
  if (!row) throw new Error(`no tree for account ${account.hash}`)
  const treeType = toNumber(row.tree_type)
  const isV1 = treeType === STATE_V1
  // Until a batch append includes the leaf, it is in the queue and proven by its index.
  const appended = row.next_index === null ? 0 : toNumber(row.next_index)
  return {
    ...account,
    proveByIndex: !isV1 && account.leafIndex >= appended,
    merkleContext: {
      treeType,
      tree,
      queue: isV1 ? (V1_QUEUES.get(tree) ?? tree) : toBase58(row.queue),
      cpiContext: null,
      nextTreeContext: null,
    },
  }
}
