import { base58 } from '@scure/base'
import { MAX_LIMIT } from '@/lib/rpc/primitives'
import { slotReached } from '../store/apply'
import { decodeOwnerCursor, encodeOwnerCursor } from '../store/cursor'
import { toAccount, toBytes } from '../store/rows'
import type { Reader, Row, SqlValue } from '../store/store'
import type { Handler } from './handler'

/** Before the first account of any owner. */
const START = { leafIndex: -1n, hash: new Uint8Array(0) }

/** Leaf index and hash ascending, continuing strictly after both. Interface 4.3, design.md 4.5. */
function select(index: string, conditions: string): string {
  return `
  SELECT hash, owner, lamports, address, discriminator, data, data_hash, tree, leaf_index, seq, slot_created
  FROM accounts INDEXED BY ${index}
  CROSS JOIN trees ON trees.id = tree_id
  WHERE owner = ?1 AND spent = 0 AND (leaf_index, hash) > (?2, ?3) ${conditions}
  ORDER BY leaf_index, hash LIMIT ?4`
}

/** Up to five filters: an offset and bytes each, null and null where there is none. */
const FILTERS = [5, 7, 9, 11, 13]
  .map((at) => `AND (?${at + 1} IS NULL OR substr(data, ?${at} + 1, length(?${at + 1})) = ?${at + 1})`)
  .join(' ')

const ALL = select('accounts_by_owner', '')
const FILTERED = select('accounts_by_owner', `AND data IS NOT NULL ${FILTERS}`)

/** Where the filters fix the 32 bytes from 0, a token account's mint, an index leads to them (?15). */
const FILTERED_BY_DATA_0 = select('accounts_by_data_0', `AND data IS NOT NULL AND substr(data, 1, 32) = ?15 ${FILTERS}`)

/** The same where they fix the 32 bytes from 32, a token account's wallet. */
const FILTERED_BY_DATA_32 = select(
  'accounts_by_data_32',
  `AND data IS NOT NULL AND substr(data, 33, 32) = ?15 ${FILTERS}`,
)

/** Live accounts of an owner. Interface 4.3. */
export const getCompressedAccountsByOwner: Handler<'getCompressedAccountsByOwner'> = async (
  db,
  { owner, cursor, limit: asked, filters = [], dataSlice },
) => {
  const limit = asked ?? MAX_LIMIT
  const after = typeof cursor === 'string' ? decodeOwnerCursor(cursor) : START
  const position = [base58.decode(owner), after.leafIndex, after.hash, BigInt(limit)]
  const conditions = filters.map(({ memcmp }) => ({ offset: memcmp.offset, bytes: base58.decode(memcmp.bytes) }))
  const rows = await (conditions.length === 0 ? db.all(ALL, ...position) : filtered(db, position, conditions))
  const items = rows.map((row) => toAccount(row, dataSlice ?? null))
  const last = rows.at(-1)
  const lastItem = items.at(-1)
  const next =
    last && lastItem && rows.length === limit
      ? encodeOwnerCursor({ leafIndex: BigInt(lastItem.leafIndex), hash: toBytes(last.hash) })
      : null
  return { context: { slot: await slotReached(db) }, value: { items, cursor: next } }
}

/** The data bytes from `offset` must be `bytes`. */
interface Condition {
  offset: number
  bytes: Uint8Array
}

/** No account has as much data: beyond it nothing matches, and SQLite's arithmetic stays far from its limits. */
const MAX_OFFSET = 2 ** 31

/** Filters hold all together; one with no bytes only asks for data to be there. facts/photon-wire.md 5. */
function filtered(db: Reader, position: SqlValue[], conditions: Condition[]): Promise<Row[]> {
  const slots = Array.from({ length: 5 }, (_, i): [SqlValue, SqlValue] => {
    const condition = conditions[i]
    if (!condition || condition.bytes.length === 0) return [null, null]
    return [BigInt(Math.min(condition.offset, MAX_OFFSET)), condition.bytes]
  })
  const values = [...position, ...slots.flat()]
  const wallet = fixed(conditions, 32)
  if (wallet) return db.all(FILTERED_BY_DATA_32, ...values, wallet)
  const mint = fixed(conditions, 0)
  if (mint) return db.all(FILTERED_BY_DATA_0, ...values, mint)
  return db.all(FILTERED, ...values)
}

/** The 32 bytes from `start`, where one filter covers them all. */
function fixed(conditions: Condition[], start: number): Uint8Array | null {
  for (const { offset, bytes } of conditions) {
    if (offset <= start && offset + bytes.length >= start + 32) return bytes.slice(start - offset, start - offset + 32)
  }
  return null
}
