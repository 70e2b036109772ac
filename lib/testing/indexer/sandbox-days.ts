import { setImmediate } from 'node:timers/promises'
import { follow, noProgress } from '@/lib/indexer/ledger/follow'
import { openSandbox } from '@/lib/indexer/ledger/sandbox'
import { slotReached } from '@/lib/indexer/store/apply'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import type { Store, StoreIdentity } from '@/lib/indexer/store/store'
import { PROGRAM_IDS, PROGRAMS } from './synthetic-chain'

/** Milliseconds of a slot, and how many pass between two looks of the reader, who need not see each. */
const SLOT_MS = 400
const SLOTS_AT_ONCE = 12

/** The sandbox's store as the indexer makes it. */
export function sandboxStore(file: string): Store {
  return openSqlite(file, sandboxIdentity())
}

/** What the store of the present sandbox remembers. */
export function sandboxIdentity(): StoreIdentity {
  return { ledger: openSandbox({ slotMs: SLOT_MS }).identity, programIds: PROGRAM_IDS }
}

/**
 * Runs the sandbox for so many hours of a clock that passes by itself, from `startMs` (Unix, milliseconds) on, as an indexer
 * does that was started on that store. Returns when the clock then stands.
 */
export async function runSandbox(
  store: Store,
  { startMs, hours, retentionSeconds }: { startMs: number; hours: number; retentionSeconds?: number },
): Promise<number> {
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
  const { rounds } = ledger
  if (!rounds) throw new Error('a sandbox whose rounds are never removed')
  const shorter = { ...rounds, seconds: retentionSeconds ?? rounds.seconds }
  await follow({
    ledger: { ...ledger, rounds: shorter },
    store,
    programs: PROGRAMS,
    progress: noProgress(),
    signal: stop.signal,
    onReady: () => undefined,
  })
  if ((await slotReached(store)) < ledger.readySlot) throw new Error('the sandbox has not become ready')
  return now
}
