import type { Reader, Writer } from './store'

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
  /** True if the chain never abandons the block (finalized): nothing is stored to undo it. */
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
export async function knownBlocks(db: Reader): Promise<KnownBlock[]> {
  return (await db.all('SELECT slot, blockhash FROM blocks ORDER BY slot DESC')).map(toKnownBlock)
}

/** The block that the next one must follow. Null for an empty store, or a ledger that cannot fork. */
export async function headBlock(db: Reader): Promise<KnownBlock | null> {
  const row = await db.get('SELECT slot, blockhash FROM blocks ORDER BY slot DESC LIMIT 1')
  return row ? toKnownBlock(row) : null
}

function toKnownBlock(row: { slot?: unknown; blockhash?: unknown }): KnownBlock {
  return { slot: Number(row.slot), blockhash: String(row.blockhash) }
}

/** Drops the entries that the newest JOURNAL_BLOCKS leave behind. */
export async function dropOldEntries(db: Writer): Promise<void> {
  const oldest = await db.get('SELECT slot FROM blocks ORDER BY slot DESC LIMIT 1 OFFSET ?', BigInt(JOURNAL_BLOCKS - 1))
  const slot = oldest?.slot
  if (slot === undefined) return
  await db.run('DELETE FROM undo_spent WHERE slot < ?', slot)
  await db.run('DELETE FROM undo_pairs WHERE slot < ?', slot)
  await db.run('DELETE FROM undo_batch_appends WHERE slot < ?', slot)
  await db.run('DELETE FROM blocks WHERE slot < ?', slot)
}
