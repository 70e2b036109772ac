import { base58 } from '@scure/base'
import { type Clock, pause } from '../../platform/clock'
import type { HashResult } from '../../protocol/light/check-account'
import { toBytes } from '../store/rows'
import { isDamage } from '../store/storage-problem'
import type { Row, Store } from '../store/store'
import type { CheckMessage } from './messages'

/** Together about 1 % of a core. */
const ACCOUNTS_PER_STEP = 20
const STEP_PAUSE_MS = 1000

/** Full checks take at most 1 % of the time. */
const MIN_REST_MS = 600_000
const REST_PER_CHECK = 100

const RETRY_MS = 60_000

/** Resolves to the first problem, or null. `onBegin` gets the id of the checking process. @throws Error if it fails */
export type CheckPages = (onBegin: (pid: number | null) => void, signal: AbortSignal) => Promise<string | null>

export interface BackgroundCheck {
  store: Store
  checkPages: CheckPages | null
  checkedAtStart: boolean
  tokenProgram: Uint8Array
  report(message: CheckMessage): void
  clock: Clock
  signal: AbortSignal
  /** In [0, 1). */
  random(): number
}

export async function keepChecking(check: BackgroundCheck): Promise<void> {
  const { checkPages, clock } = check
  let due = clock.monotonic() + (check.checkedAtStart ? MIN_REST_MS : 0)
  let after: bigint | null = null
  await runRepeatedly(check, STEP_PAUSE_MS, async () => {
    if (checkPages && clock.monotonic() >= due) due = clock.monotonic() + (await checkAllPages(checkPages, check))
    else after = await checkSome(after, check)
    return STEP_PAUSE_MS
  })
}

/** `step` returns the milliseconds to wait after it. A repeated failure is reported once. */
export async function runRepeatedly(
  { report, clock, signal }: Pick<BackgroundCheck, 'report' | 'clock' | 'signal'>,
  retryMs: number,
  step: () => Promise<number>,
): Promise<void> {
  let failed: string | null = null
  while (!signal.aborted) {
    let ms = retryMs
    try {
      ms = await step()
      failed = null
    } catch (error) {
      if (signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== failed) report(isDamage(error) ? { kind: 'damage', reason } : { kind: 'failed', reason })
      failed = reason
    }
    await pause(ms, signal, clock)
  }
}

async function checkAllPages(checkPages: CheckPages, { report, clock, signal }: BackgroundCheck): Promise<number> {
  const began = clock.monotonic()
  try {
    const problem = await checkPages((pid) => report({ kind: 'pages begin', pid }), signal)
    const took = clock.monotonic() - began
    report({ kind: 'pages', problem, seconds: took / 1000 })
    return Math.max(MIN_REST_MS, REST_PER_CHECK * took)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (!signal.aborted) report({ kind: 'pages failed', reason })
    return RETRY_MS
  }
}

/** Continues after the account with id `after` and wraps around; null: starts at a random account. */
async function checkSome(
  after: bigint | null,
  { store, tokenProgram, report, random }: BackgroundCheck,
): Promise<bigint> {
  // Lazy: loading the hash functions takes 250 ms.
  const { CHECKED_ROWS, checkRow } = await import('./verify/check-row')
  const from = after ?? (await anyId(store, random))
  const rows = await store.all(CHECKED_ROWS, from, 1n, BigInt(ACCOUNTS_PER_STEP))
  const counts: Record<HashResult, number> = { matches: 0, differs: 0, cannot_tell: 0 }
  const breaches: string[] = []
  for (const row of rows) {
    const { result, problems } = checkRow(row, tokenProgram)
    counts[result]++
    breaches.push(...problems.map((breach) => `${breach}: ${base58.encode(toBytes(row.hash))}`))
  }
  if (rows.length > 0) report({ kind: 'hashes', counts, breaches })
  return rows.length < ACCOUNTS_PER_STEP ? 0n : idOf(rows.at(-1))
}

async function anyId(store: Store, random: () => number): Promise<bigint> {
  const highest = idOf(await store.get('SELECT max(id) AS id FROM accounts'))
  return BigInt(Math.floor(random() * Number(highest)))
}

function idOf(row: Row | undefined): bigint {
  return typeof row?.id === 'bigint' ? row.id : 0n
}
