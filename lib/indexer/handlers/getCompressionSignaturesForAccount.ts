import { base58 } from '@scure/base'
import { notFound } from '../json-rpc/method-error'
import { SIGNATURE_COLUMNS, toNumber, toSignature } from '../store/rows'
import type { ListStatement } from '../store/store'
import type { Handler } from './handler'

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
export const getCompressionSignaturesForAccount: Handler<'getCompressionSignaturesForAccount'> = async (
  db,
  { hash },
) => {
  const { slot, rows } = await db.list(OF_ACCOUNT, base58.decode(hash))
  const items = rows.map(toSignature)
  // Every known account has a creating transaction: no rows mean that the hash is unknown.
  if (items.length === 0) throw notFound('Account')
  return { context: { slot: toNumber(slot) }, value: { items } }
}
