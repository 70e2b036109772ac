import { base58 } from '@scure/base'
import { type Clock, pause } from '../../clock'
import type { HashVerdict } from '../../light/check-account'
import { toBytes } from '../store/rows'
import { isDamage } from '../store/storage-problem'
import type { Row, Store } from '../store/store'
import type { CheckNews } from './messages'

/*
 * The slow check of a store that is in use: now and then all pages, all the time a few account hashes.
 */

/** Accounts whose hashes are made again at a time, and the milliseconds between: 1 % of a core. */
const AT_ONCE = 20
const PAUSE = 1000

/** Milliseconds between two looks at all pages: a look takes 1 % of the time at most, and disks do not fail by the minute. */
const LEAST_REST = 600_000
const REST_PER_LOOK = 100

export interface KeptCheck {
  store: Store
  /** Looks at all pages of the database; null where nothing tells of them. */
  checkPages: (() => string | null) | null
  /** True where that was done just now. */
  checkedAtStart: boolean
  tokenProgram: Uint8Array
  tell(news: CheckNews): void
  clock: Clock
  signal: AbortSignal
  /** Numbers in [0, 1). */
  random(): number
}

/** Checks until the signal aborts. What it cannot read for now it tries again. */
export async function keepChecking(check: KeptCheck): Promise<void> {
  const { checkPages, tell, clock, signal } = check
  let due = check.checkedAtStart ? clock.monotonic() + LEAST_REST : clock.monotonic()
  let after: bigint | null = null
  let failed: string | null = null
  while (!signal.aborted) {
    try {
      if (checkPages && clock.monotonic() >= due) due = clock.monotonic() + lookedAtAll(checkPages, check)
      else after = await checkSome(after, check)
      failed = null
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      // Once for what lasts, as a server that is away.
      if (reason !== failed) tell(isDamage(error) ? { kind: 'damage', reason } : { kind: 'failed', reason })
      failed = reason
    }
    await pause(PAUSE, signal, clock)
  }
}

/** Answers the milliseconds until the next look. */
function lookedAtAll(checkPages: () => string | null, { tell, clock }: KeptCheck): number {
  const began = clock.monotonic()
  tell({ kind: 'pages begin' })
  const problem = checkPages()
  const took = clock.monotonic() - began
  tell({ kind: 'pages', problem, seconds: took / 1000 })
  return Math.max(LEAST_REST, REST_PER_LOOK * took)
}

/** Goes on behind the account with the id `after`, from the beginning after the last one; null: from anywhere. */
async function checkSome(after: bigint | null, { store, tokenProgram, tell, random }: KeptCheck): Promise<bigint> {
  // With its hash functions, which take a quarter of a second to load.
  const { CHECKED_ROWS, checkRow } = await import('../verify/check-row')
  const from = after ?? (await anyId(store, random))
  const rows = await store.all(CHECKED_ROWS, from, 1n, BigInt(AT_ONCE))
  const counts: Record<HashVerdict, number> = { matches: 0, differs: 0, cannot_tell: 0 }
  const breaches: string[] = []
  for (const row of rows) {
    const { verdict, found } = checkRow(row, tokenProgram)
    counts[verdict]++
    breaches.push(...found.map((breach) => `${breach}: ${base58.encode(toBytes(row.hash))}`))
  }
  if (rows.length > 0) tell({ kind: 'hashes', counts, breaches })
  return rows.length < AT_ONCE ? 0n : idOf(rows.at(-1))
}

async function anyId(store: Store, random: () => number): Promise<bigint> {
  const highest = idOf(await store.get('SELECT max(id) AS id FROM accounts'))
  return BigInt(Math.floor(random() * Number(highest)))
}

function idOf(row: Row | undefined): bigint {
  return typeof row?.id === 'bigint' ? row.id : 0n
}
