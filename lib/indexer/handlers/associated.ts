import { base58 } from '@scure/base'
import { toBase58, toNumber } from '../store/rows'
import { type Store, slotOf } from '../store/store'

/** Of a wallet, the newest. */
const MAX_CLOSINGS = 10_000
const MAX_PAIRS = 1_000

const PAIRS = `
  SELECT owner, mint, count(*) AS closings
  FROM (SELECT owner, mint, account_id FROM token_accounts INDEXED BY token_accounts_by_wallet
    WHERE wallet = ? ORDER BY account_id DESC LIMIT ?) AS newest
  GROUP BY owner, mint ORDER BY max(account_id) DESC`

const NEWEST_UNKNOWN = `
  SELECT slot_created AS slot FROM accounts WHERE id =
    (SELECT max(account_id) FROM token_accounts INDEXED BY token_accounts_by_wallet WHERE wallet = ?)`

/** Empty: closed, and the wallet is not known. */
const UNKNOWN = new Uint8Array(0)

export interface AssociatedAccounts {
  slot: number
  /** Wallets of accounts closed before this slot may be missing; 0: all are known that the store has. */
  knownFrom: number
  /** Latest closed first. */
  pairs: { address: string; mint: string }[]
  /** There are more pairs. */
  cut: boolean
}

/** Associated token accounts of a wallet that were closed into compressed ones, loaded again or not. design.md 4.5. */
export function associatedAccounts(store: Store, wallet: string): Promise<AssociatedAccounts> {
  return store.read(async (db) => {
    const rows = await db.all(PAIRS, base58.decode(wallet), BigInt(MAX_CLOSINGS + 1))
    const unknown = await db.get(NEWEST_UNKNOWN, UNKNOWN)
    const closings = rows.reduce((all, row) => all + toNumber(row.closings), 0)
    return {
      slot: toNumber(slotOf(await db.get('SELECT slot FROM store'))),
      knownFrom: unknown ? toNumber(unknown.slot) + 1 : 0,
      pairs: rows.slice(0, MAX_PAIRS).map(({ owner, mint }) => ({ address: toBase58(owner), mint: toBase58(mint) })),
      cut: closings > MAX_CLOSINGS || rows.length > MAX_PAIRS,
    }
  })
}
