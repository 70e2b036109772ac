import fs from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { PROGRAM_IDS, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { verify } from '../check/verify/verify'
import { createProgress, follow } from '../ledger/follow'
import { openSandbox } from '../ledger/sandbox'
import { slotReached } from '../store/apply'
import { checkPages } from '../store/sqlite/check-pages'
import { openSqlite } from '../store/sqlite/open'
import type { Store } from '../store/store'

/** Unix milliseconds. */
const START = 1_790_000_000_000

const AWAY = 48 * 3_600_000

const HOURS = 72
const RETENTION_SECONDS = 48 * 3600
const MEBIBYTES = 48

/** Milliseconds per slot, and between two polls of the reader, which need not see every slot. */
const SLOT_MS = 400
const SLOTS_AT_ONCE = 12

it('72 hours of sandbox, and a start two days later', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'sandbox.sqlite')
    const identity = { ledger: openSandbox({ slotMs: SLOT_MS }).identity, programIds: PROGRAM_IDS }
    let store = openSqlite(file, identity)
    const stopped = await runSandbox(store, START, HOURS)
    await expectSound(store)
    const first = await timesOf(store)
    expect(longestSilence(first.loop)).toBeLessThan(60)
    expect((first.loop.at(-1) ?? 0) * 1000).toBeGreaterThan(stopped - 60_000)
    const span = (first.loop.at(-1) ?? 0) - (first.loop[0] ?? 0)
    expect(span).toBeGreaterThan(RETENTION_SECONDS - 120)
    expect(span).toBeLessThan(RETENTION_SECONDS + 2 * 1800)
    await store.close()
    const size = mebibytesOf(file)
    expect(size).toBeLessThan(MEBIBYTES)

    store = openSqlite(file, identity)
    await runSandbox(store, stopped + AWAY, 1)
    await expectSound(store)
    const later = await timesOf(store)
    expect(later.segments).toEqual(first.segments)
    const fresh = later.loop.filter((time) => time * 1000 >= stopped + AWAY)
    expect(longestSilence(fresh)).toBeLessThan(60)
    expect(fresh.length).toBeGreaterThan(1000)
    expect(later.loop.length - fresh.length).toBeLessThan(2 * (543 + 52))
    await store.close()
    expect(mebibytesOf(file)).toBeLessThan(MEBIBYTES)
    console.log(`${HOURS} h of sandbox: ${size.toFixed(1)} MiB`)
  }))

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

async function runSandbox(store: Store, startMs: number, hours: number): Promise<number> {
  const stop = new AbortController()
  const endMs = startMs + hours * 3_600_000
  let now = startMs
  const ledger = openSandbox({
    slotMs: SLOT_MS,
    now: () => now,
    async sleep() {
      now += SLOTS_AT_ONCE * SLOT_MS
      if (now >= endMs) stop.abort()
      // The reader stores what it has before more time passes.
      await setImmediate()
    },
  })
  expect(ledger.rounds?.seconds).toBe(RETENTION_SECONDS)
  await follow({
    ledger,
    store,
    programs: PROGRAMS,
    progress: createProgress(),
    signal: stop.signal,
    onReady: () => undefined,
  })
  if ((await slotReached(store)) < ledger.readySlot) throw new Error('the sandbox has not become ready')
  return now
}
