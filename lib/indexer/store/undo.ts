import { slotReached } from './apply'
import { toNumber } from './rows'
import type { Reader, SqlValue, Store, Writer } from './store'

/** Nothing was changed; only a new store can follow this chain. */
export class ForkTooDeep extends Error {
  override readonly name = 'ForkTooDeep'
}

/** Rows and ids are as before the blocks above `slot`. Idempotent. Returns the number of blocks. @throws ForkTooDeep */
export async function undoTo(store: Store, slot: number): Promise<number> {
  return store.write(async (db) => {
    if ((await slotReached(db)) <= slot) return 0
    const above = BigInt(slot)
    const first = await db.get(
      `SELECT slot_before, account_before, transaction_before, tree_before FROM blocks WHERE slot > ?
       ORDER BY slot LIMIT 1`,
      above,
    )
    const final = await db.get('SELECT slot FROM blocks WHERE slot > ? AND account_before IS NULL LIMIT 1', above)
    if (!first || final || toNumber(first.slot_before) > slot) throw new ForkTooDeep(await tooDeep(db))
    await takeBack(db, above, first)
    return db.run('DELETE FROM blocks WHERE slot > ?', above)
  })
}

async function tooDeep(db: Reader): Promise<string> {
  const reach = (await db.get('SELECT min(slot_before) AS slot FROM blocks WHERE account_before IS NOT NULL'))?.slot
  const far = typeof reach === 'bigint' ? `back to slot ${reach}` : 'nowhere'
  return `the chain forked below what the store can take back: its journal reaches ${far}. Only a store made anew can follow it`
}

type Before = Record<string, SqlValue>

/** Added rows go by id; changes of older rows are in the journal. */
async function takeBack(db: Writer, above: bigint, before: Before): Promise<void> {
  const { slot_before = null, account_before = null, transaction_before = null, tree_before = null } = before
  await db.run('DELETE FROM account_transactions WHERE account_id > ?', account_before)
  await db.run(
    `DELETE FROM account_transactions WHERE (account_id, transaction_id) IN
       (SELECT account_id, transaction_id FROM undo_pairs WHERE slot > ?)`,
    above,
  )
  await db.run('DELETE FROM token_accounts WHERE account_id > ?', account_before)
  await db.run('DELETE FROM accounts WHERE id > ?', account_before)
  await db.run(
    'UPDATE token_accounts SET spent = 0 WHERE account_id IN (SELECT account_id FROM undo_spent WHERE slot > ?)',
    above,
  )
  await db.run('UPDATE accounts SET spent = 0 WHERE id IN (SELECT account_id FROM undo_spent WHERE slot > ?)', above)
  await db.run('DELETE FROM transactions WHERE id > ?', transaction_before)
  await db.run('DELETE FROM trees WHERE id > ?', tree_before)
  await takeBackAppends(db, above)
  await db.run('UPDATE store SET slot = ?', slot_before)
  await db.run('DELETE FROM undo_spent WHERE slot > ?', above)
  await db.run('DELETE FROM undo_pairs WHERE slot > ?', above)
  await db.run('DELETE FROM undo_batch_appends WHERE slot > ?', above)
}

/** Of several appends to a tree, the earliest has the state before all. */
async function takeBackAppends(db: Writer, above: bigint): Promise<void> {
  const changed = await db.all(
    `SELECT tree, next_index FROM undo_batch_appends AS entry WHERE slot =
       (SELECT min(slot) FROM undo_batch_appends WHERE tree = entry.tree AND slot > ?)`,
    above,
  )
  for (const { tree = null, next_index = null } of changed) {
    if (next_index === null) await db.run('DELETE FROM batch_appends WHERE tree = ?', tree)
    else await db.run('UPDATE batch_appends SET next_index = ? WHERE tree = ?', next_index, tree)
  }
}
