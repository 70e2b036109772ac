import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { toBase58, toNumber } from '@/lib/indexer/store/rows'
import { openConnection } from '@/lib/platform/sqlite/connection'

/** What a wallet holds of a mint, as its indexer's own store adds it up. */
export interface StoredTokens {
  mint: string
  accounts: number
  amount: bigint
}

/**
 * Live at a slot: created by then, and not consumed by then. Sums are made in two halves of 32 bits, because SQLite's
 * integers end at 2^63.
 */
const SUMS = `
  SELECT mint, count(*) AS accounts, sum((amount >> 32) & 4294967295) AS high, sum(amount & 4294967295) AS low
  FROM token_accounts AS tokens JOIN accounts ON accounts.id = account_id
  WHERE tokens.owner = ?1 AND slot_created <= ?2 AND (
    accounts.spent = 0 OR ?2 < (
      SELECT max(slot) FROM account_transactions AS pairs JOIN transactions ON transactions.id = transaction_id
      WHERE pairs.account_id = accounts.id
    )
  )
  GROUP BY mint`

/** What a wallet held at a slot, by mint, out of the store in a data folder; base units. */
export function storedTokens(dataDir: string, wallet: string, slot: number): StoredTokens[] {
  const name = fs.readdirSync(dataDir).find((file) => /^indexer.*\.sqlite$/.test(file))
  if (name === undefined) throw new Error(`${dataDir} holds no store of an indexer`)
  const db = openConnection(path.join(dataDir, name), { integers: 'bigint', busyMs: 0, readOnly: true })
  try {
    return db.all(SUMS, base58.decode(wallet), BigInt(slot)).map(({ mint, accounts, high, low }) => ({
      mint: toBase58(mint),
      accounts: toNumber(accounts),
      amount: (BigInt(String(high)) << 32n) + BigInt(String(low)),
    }))
  } finally {
    db.close()
  }
}
