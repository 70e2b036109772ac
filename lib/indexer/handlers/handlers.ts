import { base58 } from '@scure/base'
import type { MethodName } from '@/lib/protocol/rpc/methods'
import { MAX_LIMIT } from '@/lib/protocol/rpc/primitives'
import { MACHINE_CLOCK } from '../../platform/clock'
import { notFound } from '../json-rpc/method-error'
import { WorkBudget } from '../json-rpc/work'
import { slotReached } from '../store/apply'
import { ACCOUNT_COLUMNS, SIGNATURE_COLUMNS, toAccount, toNumber, toSignature, toTokenData } from '../store/rows'
import { type Listed, type ListStatement, type Reader, slotOf } from '../store/store'
import {
  decodeDelegateCursor,
  decodeLatestCursor,
  decodeOwnerCursor,
  encodeDelegateCursor,
  encodeLatestCursor,
  encodeOwnerCursor,
} from './cursor'
import { filteredAccounts } from './filtered-accounts'
import { getIndexerHealth } from './getIndexerHealth'
import type { Handler } from './handler'

const OWNER_START = { leafIndex: -1n, hash: new Uint8Array(0) }

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

const getCompressedAccountsByOwner: Handler<'getCompressedAccountsByOwner'> = async (
  db,
  { owner: ownerText, cursor, limit: requestedLimit, filters = [], dataSlice },
  { clock = MACHINE_CLOCK, work = new WorkBudget(clock) },
) => {
  const limit = requestedLimit ?? MAX_LIMIT
  const owner = base58.decode(ownerText)
  const after = typeof cursor === 'string' ? decodeOwnerCursor(cursor) : OWNER_START
  const { slot, rows } = await (filters.length === 0
    ? db.list(OF_OWNER, owner, after.leafIndex, after.hash, BigInt(limit))
    : filteredList(db, { owner, after, filters, limit }, { clock, work }))
  const items = rows.map((row) => toAccount(row, dataSlice ?? null))
  return page(slot, items, limit, ({ leafIndex, hash }) =>
    encodeOwnerCursor({ leafIndex: BigInt(leafIndex), hash: base58.decode(hash) }),
  )
}

async function filteredList(db: Reader, ...wanted: Wanted): Promise<Listed> {
  const rows = await filteredAccounts(db, ...wanted)
  return { slot: slotOf(await db.get('SELECT slot FROM store')), rows }
}

type Wanted = Parameters<typeof filteredAccounts> extends [Reader, ...infer Rest] ? Rest : never

const NOTHING = new Uint8Array(0)

/** Ascending by mint and hash. Interface 4.4, facts/photon-wire.md 6.4. */
const OF_ALL_MINTS: ListStatement = {
  keepsPlan: true,
  sql: `
  SELECT ${ACCOUNT_COLUMNS}
  FROM token_accounts INDEXED BY token_accounts_by_delegate
  CROSS JOIN accounts ON accounts.id = account_id
  CROSS JOIN trees ON trees.id = tree_id
  WHERE delegate = ?1 AND token_accounts.spent = 0 AND (mint, token_accounts.hash) > (?2, ?3)
  ORDER BY mint, token_accounts.hash LIMIT ?4`,
}

/** Only the cursor's hash counts here, as in Photon. */
const OF_ONE_MINT: ListStatement = {
  keepsPlan: true,
  sql: `
  SELECT ${ACCOUNT_COLUMNS}
  FROM token_accounts INDEXED BY token_accounts_by_delegate
  CROSS JOIN accounts ON accounts.id = account_id
  CROSS JOIN trees ON trees.id = tree_id
  WHERE delegate = ?1 AND token_accounts.spent = 0 AND mint = ?2 AND token_accounts.hash > ?3
  ORDER BY token_accounts.hash LIMIT ?4`,
}

const getCompressedTokenAccountsByDelegate: Handler<'getCompressedTokenAccountsByDelegate'> = async (
  db,
  { delegate, mint, cursor, limit: requestedLimit },
) => {
  const limit = requestedLimit ?? MAX_LIMIT
  const after = typeof cursor === 'string' ? decodeDelegateCursor(cursor) : { mint: NOTHING, hash: NOTHING }
  const wanted = typeof mint === 'string' ? base58.decode(mint) : null
  const { slot, rows } = await db.list(
    wanted ? OF_ONE_MINT : OF_ALL_MINTS,
    base58.decode(delegate),
    wanted ?? after.mint,
    after.hash,
    BigInt(limit),
  )
  const items = rows.map((row) => ({ account: toAccount(row, null), tokenData: toTokenData(row) }))
  return page(slot, items, limit, ({ account, tokenData }) =>
    encodeDelegateCursor({ mint: base58.decode(tokenData.mint), hash: base58.decode(account.hash) }),
  )
}

const OF_ACCOUNT: ListStatement = {
  keepsPlan: true,
  sql: `
  SELECT ${SIGNATURE_COLUMNS}
  FROM accounts
  CROSS JOIN account_transactions ON account_id = accounts.id
  CROSS JOIN transactions ON transactions.id = transaction_id
  WHERE hash = ?
  ORDER BY slot DESC, signature DESC`,
}

/** Creation and, once consumed, consumption, newest first. Interface 4.5. */
const getCompressionSignaturesForAccount: Handler<'getCompressionSignaturesForAccount'> = async (db, { hash }) => {
  const { slot, rows } = await db.list(OF_ACCOUNT, base58.decode(hash))
  const items = rows.map(toSignature)
  // Every known account has a creating transaction: no rows mean that the hash is unknown.
  if (items.length === 0) throw notFound('Account')
  return { context: { slot: toNumber(slot) }, value: { items } }
}

const LATEST_START = { slot: 2n ** 63n - 1n, signature: new Uint8Array(65).fill(255) }

/** Descending by slot and signature. Interface 4.6, facts/photon-wire.md 6.6. */
const LATEST: ListStatement = {
  keepsPlan: true,
  sql: `
  SELECT ${SIGNATURE_COLUMNS} FROM transactions INDEXED BY transactions_by_slot
  WHERE (slot, signature) < (?, ?)
  ORDER BY slot DESC, signature DESC LIMIT ?`,
}

const getLatestCompressionSignatures: Handler<'getLatestCompressionSignatures'> = async (db, params) => {
  const limit = params.limit ?? MAX_LIMIT
  const after = typeof params.cursor === 'string' ? decodeLatestCursor(params.cursor) : LATEST_START
  const { slot, rows } = await db.list(LATEST, after.slot, after.signature, BigInt(limit))
  return page(slot, rows.map(toSignature), limit, ({ slot, signature }) =>
    encodeLatestCursor({ slot: BigInt(slot), signature: base58.decode(signature) }),
  )
}

/** A full page may be followed by another, after its last row. */
function page<Item>(slot: bigint, items: Item[], limit: number, cursorAfter: (last: Item) => string) {
  const last = items.at(-1)
  const cursor = last !== undefined && items.length === limit ? cursorAfter(last) : null
  return { context: { slot: toNumber(slot) }, value: { items, cursor } }
}

/** How each operation of the interface is answered from the store. */
export const handlers: { [M in MethodName]: Handler<M> } = {
  getIndexerHealth,
  /** 0 for an empty store. Interface 4.2. */
  getIndexerSlot: (db) => slotReached(db),
  getCompressedAccountsByOwner,
  getCompressedTokenAccountsByDelegate,
  getCompressionSignaturesForAccount,
  getLatestCompressionSignatures,
}
