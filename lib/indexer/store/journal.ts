import type { Store } from './open'
import { toNumber } from './rows'

/*
 * The journal: what each of the newest blocks changed of what was there before it, so that undo.ts can take it back.
 * Written in the block's own transaction. facts/reliability.md (c) D06.
 */

/** Where a block stands in a chain that may fork. Base58 texts as the node gives them. facts/light-events.md 12. */
export interface ChainPosition {
  /** The slot of the block before; slots between the two were skipped. */
  parentSlot: number
  blockhash: string
  parentBlockhash: string
  /** True where the chain never takes the block back (finalized): nothing is kept to undo it. */
  final?: boolean
}

/** One of the newest blocks that a store holds. */
export interface KnownBlock {
  slot: number
  blockhash: string
}

/** Blocks that the journal reaches back: 31 is the deepest fork of a confirmed chain, and we are not sparing. */
export const JOURNAL_BLOCKS = 512

/** The newest blocks, newest first, at most JOURNAL_BLOCKS; none for a ledger that cannot fork. */
export function knownBlocks(store: Store): KnownBlock[] {
  return store.all('SELECT slot, blockhash FROM blocks ORDER BY slot DESC').map(toKnownBlock)
}

/** The block that the next one must follow. Null for an empty store, or a ledger that cannot fork. */
export function headBlock(store: Store): KnownBlock | null {
  const row = store.get('SELECT slot, blockhash FROM blocks ORDER BY slot DESC LIMIT 1')
  return row ? toKnownBlock(row) : null
}

function toKnownBlock(row: { slot?: unknown; blockhash?: unknown }): KnownBlock {
  return { slot: Number(row.slot), blockhash: String(row.blockhash) }
}

/** Notes what a block changes. Told of every change; keeps what concerns rows that are older than the block. */
export interface Entry {
  spent(accountId: bigint): void
  paired(accountId: bigint, transactionId: bigint): void
  /** Told before the change, perhaps several times for a tree: the first one counts. */
  appends(tree: Uint8Array): void
}

/** For a block that is never taken back. */
export const NO_ENTRY: Entry = { spent() {}, paired() {}, appends() {} }

/** Begins the entry of a block before anything of it is stored. */
export function beginEntry(store: Store, slotNumber: number, { blockhash, final }: ChainPosition): Entry {
  const slot = BigInt(slotNumber)
  const highest = (sql: string): bigint => BigInt(toNumber(store.get(sql)?.id))
  const accountBefore = highest('SELECT coalesce(max(id), 0) AS id FROM accounts')
  store.run(
    `INSERT INTO blocks (slot, blockhash, slot_before, account_before, transaction_before, tree_before)
     SELECT ?, ?, slot, ?, ?, ? FROM store`,
    slot,
    blockhash,
    ...(final
      ? [null, null, null]
      : [
          accountBefore,
          highest('SELECT coalesce(max(id), 0) AS id FROM transactions'),
          highest('SELECT coalesce(max(id), 0) AS id FROM trees'),
        ]),
  )
  if (final) return NO_ENTRY
  return {
    spent(accountId) {
      if (accountId > accountBefore) return
      store.run('INSERT INTO undo_spent (slot, account_id) VALUES (?, ?)', slot, accountId)
    },
    paired(accountId, transactionId) {
      if (accountId > accountBefore) return
      store.run(
        'INSERT INTO undo_pairs (slot, account_id, transaction_id) VALUES (?, ?, ?)',
        slot,
        accountId,
        transactionId,
      )
    },
    appends(tree) {
      store.run(
        `INSERT INTO undo_batch_appends (slot, tree, next_index)
         VALUES (?, ?, (SELECT next_index FROM batch_appends WHERE tree = ?)) ON CONFLICT DO NOTHING`,
        slot,
        tree,
        tree,
      )
    },
  }
}

/** Drops the entries that the newest JOURNAL_BLOCKS leave behind. */
export function dropOldEntries(store: Store): void {
  const oldest = store.get('SELECT slot FROM blocks ORDER BY slot DESC LIMIT 1 OFFSET ?', BigInt(JOURNAL_BLOCKS - 1))
  const slot = oldest?.slot
  if (slot === undefined) return
  store.run('DELETE FROM undo_spent WHERE slot < ?', slot)
  store.run('DELETE FROM undo_pairs WHERE slot < ?', slot)
  store.run('DELETE FROM undo_batch_appends WHERE slot < ?', slot)
  store.run('DELETE FROM blocks WHERE slot < ?', slot)
}
