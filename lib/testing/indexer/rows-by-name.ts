import type { Row, Store } from '@/lib/indexer/store/store'

export async function rowsByName(store: Store): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {}
  for (const [name, sql] of Object.entries(ROWS)) rows[name] = await store.all(sql)
  return rows
}

const ROWS = {
  accounts: `
    SELECT hash, owner, lamports, address, discriminator, data, data_hash, tree, tree_type, queue, leaf_index, seq,
      slot_created, spent
    FROM accounts JOIN trees ON trees.id = tree_id ORDER BY hash`,
  tokens: `
    SELECT accounts.hash, mint, token_accounts.owner, amount, delegate, frozen, tlv, wallet, token_accounts.spent
    FROM token_accounts JOIN accounts ON accounts.id = account_id ORDER BY accounts.hash`,
  transactions: 'SELECT signature, slot, block_time FROM transactions ORDER BY signature',
  pairs: `
    SELECT hash, signature FROM account_transactions
    JOIN accounts ON accounts.id = account_id JOIN transactions ON transactions.id = transaction_id
    ORDER BY hash, signature`,
  appends: 'SELECT tree, next_index FROM batch_appends ORDER BY tree',
}
