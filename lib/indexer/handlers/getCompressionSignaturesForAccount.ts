import { base58 } from '@scure/base'
import { notFound } from '../method-error'
import { slotReached } from '../store/apply'
import { toSignature } from '../store/rows'
import type { Handler } from './handler'

const SQL = `
  SELECT signature, slot, block_time
  FROM accounts
  CROSS JOIN account_transactions ON account_id = accounts.id
  CROSS JOIN transactions ON transactions.id = transaction_id
  WHERE hash = ?
  ORDER BY slot DESC, signature DESC`

/** Creation and, once consumed, consumption of an account version, newest first. Interface 4.5. */
export const getCompressionSignaturesForAccount: Handler<'getCompressionSignaturesForAccount'> = async (
  db,
  { hash },
) => {
  const items = (await db.all(SQL, base58.decode(hash))).map(toSignature)
  // Every known account has the transaction that created it: nothing found means that the hash is unknown.
  if (items.length === 0) throw notFound('Account')
  return { context: { slot: await slotReached(db) }, value: { items } }
}
