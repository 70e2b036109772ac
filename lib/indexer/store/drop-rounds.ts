import { slotReached } from './apply'
import { toNumber } from './rows'
import type { Reader, Store, Writer } from './store'

/** Rounds consume only what they create. Each is dropped as a whole, `seconds` or `slots` after its end. */
export interface RoundRetention {
  firstSlot: number
  roundSlots: number
  seconds: number
  slots: number
}

/** Leaves of each tree (base58) before the first round, and per round. */
export type LeavesOfRounds = Readonly<Record<string, { before: number; each: number }>>

/** `to` is exclusive. */
export interface Round {
  from: number
  to: number
}

/** Each in its own transaction, so an interrupted run continues later. @param now Unix seconds of the newest block */
export async function dropOldRounds(store: Store, retention: RoundRetention, now: number): Promise<number> {
  for (let dropped = 0; ; dropped++) {
    const round = await oldestRound(store, retention)
    if (round === null || !(await isTooOld(store, round, retention, now))) return dropped
    await store.write((db) => dropRound(db, round))
  }
}

export async function oldestRound(db: Reader, { firstSlot, roundSlots }: RoundRetention): Promise<Round | null> {
  const row = await db.get('SELECT slot FROM transactions WHERE slot >= ? ORDER BY slot LIMIT 1', BigInt(firstSlot))
  if (row === undefined) return null
  const from = firstSlot + Math.floor((toNumber(row.slot) - firstSlot) / roundSlots) * roundSlots
  return { from, to: from + roundSlots }
}

/** Compares the time of the newest block with that of the round's last transaction. */
async function isTooOld(db: Reader, { to }: Round, { seconds, slots }: RoundRetention, now: number): Promise<boolean> {
  const head = await slotReached(db)
  if (head < to) return false
  if (head - to >= slots) return true
  const last = await db.get('SELECT block_time FROM transactions WHERE slot < ? ORDER BY slot DESC LIMIT 1', BigInt(to))
  return now - toNumber(last?.block_time) >= seconds
}

/** Ids ascend with slots: a round's accounts are adjacent. */
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

async function accountFrom(db: Reader, slot: number, from: bigint): Promise<bigint | null> {
  const row = await db.get(
    'SELECT id FROM accounts WHERE id >= ? AND slot_created >= ? ORDER BY id LIMIT 1',
    from,
    BigInt(slot),
  )
  return typeof row?.id === 'bigint' ? row.id : null
}
