import { base58 } from '@scure/base'
import { MAX_LIMIT } from '@/lib/protocol/rpc/primitives'
import { MACHINE_CLOCK } from '../../platform/clock'
import { Work } from '../json-rpc/work'
import { ACCOUNT_COLUMNS, toAccount, toNumber } from '../store/rows'
import { type Listed, type ListStatement, type Reader, slotOf } from '../store/store'
import { decodeOwnerCursor, encodeOwnerCursor } from './cursor'
import { filteredAccounts } from './filtered-accounts'
import type { Handler } from './handler'

const START = { leafIndex: -1n, hash: new Uint8Array(0) }

/** Ascending by leaf index and hash, strictly after both. Interface 4.3, design.md 4.5. */
const OF_OWNER: ListStatement = {
  // The best index depends on how many accounts an owner has.
  keepsPlan: false,
  sql: `
  SELECT ${ACCOUNT_COLUMNS}
  FROM accounts INDEXED BY accounts_by_owner
  CROSS JOIN trees ON trees.id = tree_id
  WHERE owner = ?1 AND spent = 0 AND (leaf_index, hash) > (?2, ?3)
  ORDER BY leaf_index, hash LIMIT ?4`,
}

export const getCompressedAccountsByOwner: Handler<'getCompressedAccountsByOwner'> = async (
  db,
  { owner: ownerText, cursor, limit: requestedLimit, filters = [], dataSlice },
  { clock = MACHINE_CLOCK, work = new Work(clock) },
) => {
  const limit = requestedLimit ?? MAX_LIMIT
  const owner = base58.decode(ownerText)
  const after = typeof cursor === 'string' ? decodeOwnerCursor(cursor) : START
  const { slot, rows } = await (filters.length === 0
    ? db.list(OF_OWNER, owner, after.leafIndex, after.hash, BigInt(limit))
    : filteredList(db, { owner, after, filters, limit }, { clock, work }))
  const items = rows.map((row) => toAccount(row, dataSlice ?? null))
  const last = items.at(-1)
  const next =
    last && items.length === limit
      ? encodeOwnerCursor({ leafIndex: BigInt(last.leafIndex), hash: base58.decode(last.hash) })
      : null
  return { context: { slot: toNumber(slot) }, value: { items, cursor: next } }
}

async function filteredList(db: Reader, ...wanted: Wanted): Promise<Listed> {
  const rows = await filteredAccounts(db, ...wanted)
  return { slot: slotOf(await db.get('SELECT slot FROM store')), rows }
}

type Wanted = Parameters<typeof filteredAccounts> extends [Reader, ...infer Rest] ? Rest : never
