import type { StoreChanges } from './compute-changes'
import { fromU64 } from './rows'
import type { Columns, RowsStatement, SqlValue, Writer } from './store'

function insertInto(table: string, columns: Columns): RowsStatement {
  const names = Object.keys(columns).join(', ')
  return {
    columns,
    sql: (given) => `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${given}`,
  }
}

const TREES = insertInto('trees', { id: 'integer', tree: 'bytes', tree_type: 'integer', queue: 'bytes' })

const ACCOUNTS = insertInto('accounts', {
  id: 'integer',
  hash: 'bytes',
  owner: 'bytes',
  lamports: 'integer',
  address: 'bytes',
  discriminator: 'integer',
  data: 'bytes',
  data_hash: 'bytes',
  tree_id: 'integer',
  leaf_index: 'integer',
  seq: 'integer',
  slot_created: 'integer',
  spent: 'integer',
})

const TOKENS = insertInto('token_accounts', {
  account_id: 'integer',
  hash: 'bytes',
  mint: 'bytes',
  owner: 'bytes',
  amount: 'integer',
  delegate: 'bytes',
  frozen: 'integer',
  tlv: 'bytes',
  wallet: 'bytes',
  spent: 'integer',
})

const SPENT_ACCOUNTS: RowsStatement = {
  columns: { id: 'integer' },
  sql: (given) => `UPDATE accounts SET spent = 1 WHERE id IN (SELECT given.id FROM ${given})`,
}

const SPENT_TOKENS: RowsStatement = {
  columns: { id: 'integer' },
  sql: (given) => `UPDATE token_accounts SET spent = 1 WHERE account_id IN (SELECT given.id FROM ${given})`,
}

const TRANSACTIONS = insertInto('transactions', {
  id: 'integer',
  signature: 'bytes',
  slot: 'integer',
  block_time: 'integer',
})

const PAIR: Columns = { account_id: 'integer', transaction_id: 'integer' }
const PAIRS = insertInto('account_transactions', PAIR)

const APPENDS: RowsStatement = {
  columns: { tree: 'bytes', next_index: 'integer' },
  // SQLite parses ON as a join's unless a WHERE precedes it.
  sql: (given) => `INSERT INTO batch_appends (tree, next_index) SELECT tree, next_index FROM ${given} WHERE true
    ON CONFLICT (tree) DO UPDATE SET next_index = excluded.next_index`,
}

const BLOCKS = insertInto('blocks', {
  slot: 'integer',
  blockhash: 'text',
  slot_before: 'integer',
  account_before: 'integer',
  transaction_before: 'integer',
  tree_before: 'integer',
})

const UNDO_SPENT = insertInto('undo_spent', { slot: 'integer', account_id: 'integer' })
const UNDO_PAIRS = insertInto('undo_pairs', { slot: 'integer', ...PAIR })
const UNDO_APPENDS = insertInto('undo_batch_appends', { slot: 'integer', tree: 'bytes', next_index: 'integer' })

export async function writeChanges(db: Writer, changes: StoreChanges): Promise<void> {
  await writeJournal(db, changes)
  await db.runEach(
    TREES,
    changes.trees.map(({ id, tree, treeType, queue }) => [id, tree, BigInt(treeType), queue]),
  )
  await db.runEach(ACCOUNTS, changes.accounts.map(accountRow))
  await db.runEach(TOKENS, changes.accounts.flatMap(tokenRow))
  const spent = changes.spent.map((id) => [id])
  await db.runEach(SPENT_ACCOUNTS, spent)
  await db.runEach(SPENT_TOKENS, spent)
  await db.runEach(
    TRANSACTIONS,
    changes.transactions.map(({ id, signature, slot, blockTime }) => [id, signature, BigInt(slot), BigInt(blockTime)]),
  )
  await db.runEach(
    PAIRS,
    changes.pairs.map(({ accountId, transactionId }) => [accountId, transactionId]),
  )
  await db.runEach(
    APPENDS,
    changes.batchAppends.map(({ tree, nextIndex }) => [tree, nextIndex]),
  )
  await db.run('UPDATE store SET slot = ?1 WHERE slot < ?1', BigInt(changes.slot))
}

async function writeJournal(db: Writer, { journal }: StoreChanges): Promise<void> {
  await db.runEach(
    BLOCKS,
    journal.map(({ slot, blockhash, slotBefore, before }) => [
      BigInt(slot),
      blockhash,
      BigInt(slotBefore),
      ...(before ? [before.account, before.transaction, before.tree] : [null, null, null]),
    ]),
  )
  await db.runEach(
    UNDO_SPENT,
    journal.flatMap(({ slot, spent }) => spent.map((id) => [BigInt(slot), id])),
  )
  await db.runEach(
    UNDO_PAIRS,
    journal.flatMap(({ slot, pairs }) =>
      pairs.map(({ accountId, transactionId }) => [BigInt(slot), accountId, transactionId]),
    ),
  )
  await db.runEach(
    UNDO_APPENDS,
    journal.flatMap(({ slot, batchAppends }) =>
      batchAppends.map(({ tree, nextIndex }) => [BigInt(slot), tree, nextIndex]),
    ),
  )
}

function accountRow({ id, treeId, slot, account, spent }: StoreChanges['accounts'][number]): SqlValue[] {
  const { hash, owner, lamports, address, data, leafIndex, seq } = account
  return [
    id,
    hash,
    owner,
    fromU64(lamports),
    address,
    data && fromU64(data.discriminator),
    data?.data ?? null,
    data?.dataHash ?? null,
    treeId,
    BigInt(leafIndex),
    seq === null ? null : fromU64(seq),
    BigInt(slot),
    spent ? 1n : 0n,
  ]
}

function tokenRow({ id, account, spent }: StoreChanges['accounts'][number]): SqlValue[][] {
  const { hash, token } = account
  if (!token) return []
  const { mint, owner, amount, delegate, frozen, tlv, wallet = null } = token
  return [[id, hash, mint, owner, fromU64(amount), delegate, frozen ? 1n : 0n, tlv, wallet, spent ? 1n : 0n]]
}
