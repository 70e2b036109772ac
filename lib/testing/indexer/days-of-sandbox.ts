import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { expect } from 'vitest'
import { verify } from '@/lib/indexer/check/verify/verify'
import { checkPages } from '@/lib/indexer/store/sqlite/check-pages'
import type { Store } from '@/lib/indexer/store/store'
import { inFolder } from './indexer-process'
import { runSandbox, sandboxStore } from './sandbox-days'
import { PROGRAM_IDS } from './synthetic-chain'

/** Where the test's clock begins, in Unix milliseconds. */
const START = 1_790_000_000_000

/** Two days in which nothing runs. */
const AWAY = 48 * 3_600_000

/** How long the sandbox runs, how much of its rounds is stored, and the most that its store may take. */
interface Days {
  hours: number
  retentionSeconds: number
  mebibytes: number
}

/**
 * The sandbox for hours or days, then started again two days later: a transaction in every minute of the clock, the oldest
 * rounds removed, everything sound, and a store that stays small.
 */
export function days({ hours, retentionSeconds, mebibytes }: Days): Promise<void> {
  return inFolder(async (folder) => {
    const file = path.join(folder, 'sandbox.sqlite')
    let store = sandboxStore(file)
    const stopped = await runSandbox(store, { startMs: START, hours, retentionSeconds })
    await expectSound(store)
    // Of the loop there is what is young enough, and of the first segment everything.
    const first = await timesOf(store)
    expect(longestSilence(first.loop)).toBeLessThan(60)
    expect((first.loop.at(-1) ?? 0) * 1000).toBeGreaterThan(stopped - 60_000)
    const span = (first.loop.at(-1) ?? 0) - (first.loop[0] ?? 0)
    expect(span).toBeGreaterThan(retentionSeconds - 120)
    expect(span).toBeLessThan(retentionSeconds + 2 * 1800)
    await store.close()
    const size = mebibytesOf(file)
    expect(size).toBeLessThan(mebibytes)

    store = sandboxStore(file)
    await runSandbox(store, { startMs: stopped + AWAY, hours: 1, retentionSeconds })
    await expectSound(store)
    const later = await timesOf(store)
    expect(later.segments).toEqual(first.segments)
    const fresh = later.loop.filter((time) => time * 1000 >= stopped + AWAY)
    expect(longestSilence(fresh)).toBeLessThan(60)
    expect(fresh.length).toBeGreaterThan(1000)
    // Of what was made before, at most the round that was being played.
    expect(later.loop.length - fresh.length).toBeLessThan(2 * 543)
    await store.close()
    expect(mebibytesOf(file)).toBeLessThan(mebibytes)
    console.log(`${hours} h of sandbox: ${size.toFixed(1)} MiB`)
  })
}

/** Block times of transactions, ascending: of the recorded segments, and of the rounds that are there. */
async function timesOf(store: Store): Promise<{ segments: number[]; loop: number[] }> {
  const rows = await store.all('SELECT slot, block_time FROM transactions ORDER BY slot')
  const times = (of: typeof rows) => of.map((row) => Number(row.block_time))
  return {
    segments: times(rows.filter(({ slot }) => Number(slot) <= 300_006_911)),
    loop: times(rows.filter(({ slot }) => Number(slot) > 300_006_911)),
  }
}

/** Seconds. */
function longestSilence(times: number[]): number {
  return Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))
}

async function expectSound(store: Store): Promise<void> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const tokenProgram = base58.decode(PROGRAM_IDS.token)
  const breaches = await verify({ store, checkPages, tokenProgram, sample: null, print })
  expect(breaches, lines.join('\n')).toBe(0)
}

const mebibytesOf = (file: string) =>
  ['', '-wal'].reduce((sum, part) => sum + (fs.statSync(`${file}${part}`, { throwIfNoEntry: false })?.size ?? 0), 0) /
  2 ** 20
