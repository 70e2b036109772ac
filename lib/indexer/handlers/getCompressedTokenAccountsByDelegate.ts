import { base58 } from '@scure/base'
import { MAX_LIMIT } from '@/lib/protocol/rpc/primitives'
import { ACCOUNT_COLUMNS, toAccount, toNumber, toTokenData } from '../store/rows'
import type { ListStatement } from '../store/store'
import { decodeDelegateCursor, encodeDelegateCursor } from './cursor'
import type { Handler } from './handler'

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

export const getCompressedTokenAccountsByDelegate: Handler<'getCompressedTokenAccountsByDelegate'> = async (
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
  const last = items.at(-1)
  const next =
    last && items.length === limit
      ? encodeDelegateCursor({ mint: base58.decode(last.tokenData.mint), hash: base58.decode(last.account.hash) })
      : null
  return { context: { slot: toNumber(slot) }, value: { items, cursor: next } }
}
