import { slotReached } from './apply'
import { toNumber } from './rows'
import type { Reader, Store, Writer } from './store'

/**
 * How long a store has to hold what a chain plays again and again: rounds of so many slots from `firstSlot` on, each of which
 * consumes what it makes and nothing else. A round is removed as a whole once it ended so many seconds, or slots, before the
 * newest block.
 */
export interface RoundRetention {
  firstSlot: number
  roundSlots: number
  seconds: number
  slots: number
}

/** How many leaves a tree had before the first round, and gets in each, by its address in base58. */
export type LeavesOfRounds = Readonly<Record<string, { before: number; each: number }>>

/** A round by its slots: the first, and the first after it. */
export interface Round {
  from: number
  to: number
}

/**
 * Removes the rounds that are too old, each whole and in a transaction of its own: what is left is what it would be without
 * them, and a store that was stopped in between goes on at the next call. Returns how many went.
 * @param now the time of the newest block, which need not have a transaction, in Unix seconds.
 */
export async function dropOldRounds(store: Store, retention: RoundRetention, now: number): Promise<number> {
  for (let dropped = 0; ; dropped++) {
    const round = await oldestRound(store, retention)
    if (round === null || !(await isTooOld(store, round, retention, now))) return dropped
    await store.write((db) => dropRound(db, round))
  }
}

/** The oldest round that the store still has something of; null where it has none. */
export async function oldestRound(db: Reader, { firstSlot, roundSlots }: RoundRetention): Promise<Round | null> {
  const row = await db.get('SELECT slot FROM transactions WHERE slot >= ? ORDER BY slot LIMIT 1', BigInt(firstSlot))
  if (row === undefined) return null
  const from = firstSlot + Math.floor((toNumber(row.slot) - firstSlot) / roundSlots) * roundSlots
  return { from, to: from + roundSlots }
}

/** By the times of the chain: of its newest block, and of the round's last transaction. */
async function isTooOld(db: Reader, { to }: Round, { seconds, slots }: RoundRetention, now: number): Promise<boolean> {
  const head = await slotReached(db)
  if (head < to) return false
  if (head - to >= slots) return true
  const last = await db.get('SELECT block_time FROM transactions WHERE slot < ? ORDER BY slot DESC LIMIT 1', BigInt(to))
  return now - toNumber(last?.block_time) >= seconds
}

/** Ids ascend with the slots, so that a round's accounts lie together. */
async function dropRound(db: Writer, { from, to }: Round): Promise<void> {
  const first = await accountFrom(db, from, 0n)
  if (first !== null) {
    const next = await accountFrom(db, to, first)
    const [above, values] = next === null ? ['', [first]] : ['AND account_id < ?', [first, next]]
    for (const table of ['account_transactions', 'token_accounts']) {
      await db.run(`DELETE FROM ${table} WHERE account_id >= ? ${above}`, ...values)
    }
    await db.run(`DELETE FROM accounts WHERE id >= ? ${above.replace('account_id', 'id')}`, ...values)
  }
  await db.run('DELETE FROM transactions WHERE slot >= ? AND slot < ?', BigInt(from), BigInt(to))
}

/** The first account of a slot from `slot` on, looked for from the id `from` on. */
async function accountFrom(db: Reader, slot: number, from: bigint): Promise<bigint | null> {
  const row = await db.get(
    'SELECT id FROM accounts WHERE id >= ? AND slot_created >= ? ORDER BY id LIMIT 1',
    from,
    BigInt(slot),
  )
  return typeof row?.id === 'bigint' ? row.id : null
}
