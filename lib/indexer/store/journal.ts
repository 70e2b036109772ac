import type { Reader, Writer } from './store'

/* What each of the newest blocks changed, so that undo.ts can revert it. facts/reliability.md (c) D06. */

/** In a chain that may fork. Base58, as from the node. facts/light-events.md 12. */
export interface ChainPosition {
  /** Slots in between were skipped. */
  parentSlot: number
  blockhash: string
  parentBlockhash: string
  /** True: the chain never abandons the block, and no undo data is stored. */
  final?: boolean
}

export interface KnownBlock {
  slot: number
  blockhash: string
}

/** The deepest fork of a confirmed chain is 31. */
export const JOURNAL_BLOCKS = 512

/** Newest first; none for a ledger that cannot fork. */
export async function knownBlocks(db: Reader): Promise<KnownBlock[]> {
  return (await db.all('SELECT slot, blockhash FROM blocks ORDER BY slot DESC')).map(toKnownBlock)
}

/** The block that the next one must follow; null: an empty store, or a ledger that cannot fork. */
export async function headBlock(db: Reader): Promise<KnownBlock | null> {
  const row = await db.get('SELECT slot, blockhash FROM blocks ORDER BY slot DESC LIMIT 1')
  return row ? toKnownBlock(row) : null
}

function toKnownBlock(row: { slot?: unknown; blockhash?: unknown }): KnownBlock {
  return { slot: Number(row.slot), blockhash: String(row.blockhash) }
}

export async function dropOldEntries(db: Writer): Promise<void> {
  const oldest = await db.get('SELECT slot FROM blocks ORDER BY slot DESC LIMIT 1 OFFSET ?', BigInt(JOURNAL_BLOCKS - 1))
  const slot = oldest?.slot
  if (slot === undefined) return
  await db.run('DELETE FROM undo_spent WHERE slot < ?', slot)
  await db.run('DELETE FROM undo_pairs WHERE slot < ?', slot)
  await db.run('DELETE FROM undo_batch_appends WHERE slot < ?', slot)
  await db.run('DELETE FROM blocks WHERE slot < ?', slot)
}
