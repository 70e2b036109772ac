import { type Clock, pause } from '../../platform/clock'
import { log } from '../../platform/log'
import type { Programs } from '../../protocol/light/programs'
import { type CatchUp, watchCatchUp } from '../ledger/catch-up'
import { follow, type Progress } from '../ledger/follow'
import type { Ledger } from '../ledger/ledger'
import { retryUntilStored, untilAborted } from '../ledger/until-stored'
import { slotReached } from '../store/apply'
import { DAMAGED } from '../store/damage'
import { DOUBT_WARNING, lastDoubtfulSlot, REREAD_NOTICE } from '../store/doubtful'
import { isDamage, storageProblem } from '../store/storage-problem'
import { StoreError, type WriterOptions, type WriterStore } from '../store/store'
import type { Role } from './report'

export interface IngestOptions {
  /** Acquires the right to write; null: gave up. */
  openWriter(options: WriterOptions): Promise<WriterStore | null>
  ledger: Ledger
  programs: Programs
  progress: Progress
  catchUp: CatchUp
  /** A store further behind counts as catching up. */
  maxLagSlots: number
  clock: Clock
  /** Ends ingestion after the current batch. */
  signal: AbortSignal
  /** Nothing is stored before it resolves. */
  mayBegin: Promise<unknown>
  onRole(role: Role): void
  onReady(): void
  print(line: string): void
}

const LOST = 'the right to write is lost'

/** Acquires the right to write again whenever it is lost. @throws Error when nothing more can be stored */
export async function ingest(options: IngestOptions): Promise<void> {
  const { signal, progress, onRole, print } = options
  let wasStandby = false
  for (let first = true; !signal.aborted; first = false) {
    const onStandby = () => {
      wasStandby = true
      // Another process is the writer: not an error.
      progress.stopped = null
      onRole('standby')
      print('Another indexer writes this store: this one answers, and takes over when that one is gone')
    }
    const store = await elected({ ...options, onStandby }, first)
    if (store === null) return
    onRole('writer')
    await options.mayBegin
    if (wasStandby) print(`Writing from here on, behind slot ${await slotReached(store)}`)
    await write(store, options)
    if (signal.aborted) return
    onRole('standby')
    wasStandby = true
    if (progress.stopped === null) log('error', 'ingestion stopped', { reason: LOST })
    progress.stopped ??= LOST
  }
}

/** A folder's doubtful slots are read again; for a chain, the operator has to decide. */
function logDoubt({ genesisHash }: Ledger, slot: number): void {
  if (slot === 0) return
  if (genesisHash === undefined) log('info', REREAD_NOTICE, { slot })
  else log('warn', DOUBT_WARNING, { slot })
}

/** An unavailable database fails the first attempt; later attempts wait for it. */
async function elected(
  { openWriter, onStandby, signal, progress, clock }: IngestOptions & Pick<WriterOptions, 'onStandby'>,
  first: boolean,
): Promise<WriterStore | null> {
  if (first) {
    return openWriter({ signal, onStandby }).catch((error: unknown) => {
      const problem = storageProblem(error)
      throw problem === null ? error : new StoreError(`DATABASE_URL: ${problem}`)
    })
  }
  let store: WriterStore | null = null
  const stand = async () => {
    store = await openWriter({ signal, onStandby })
  }
  await retryUntilStored(stand, { progress, signal, wait: (ms, signal) => pause(ms, signal, clock) })
  return store
}

async function write(store: WriterStore, options: IngestOptions): Promise<void> {
  const { ledger, programs, progress, onReady } = options
  const signal = AbortSignal.any([options.signal, store.lost])
  const ended = new AbortController()
  const watching = watchCatchUp({ ...options, store, signal: AbortSignal.any([signal, ended.signal]) })
  try {
    logDoubt(ledger, await lastDoubtfulSlot(store))
    await follow({
      ledger,
      store,
      programs,
      progress,
      signal,
      onReady,
      wait: (ms, until) => pause(ms, until, options.clock),
    })
    await untilAborted(signal)
  } catch (error) {
    // Once the right to write is lost, other errors follow from that.
    if (!store.lost.aborted) {
      if (!isDamage(error)) throw error
      // Reads continue; health reports the damage.
      log('error', 'ingestion stopped', { reason: DAMAGED })
      options.progress.stopped = DAMAGED
      await untilAborted(signal)
    }
  } finally {
    ended.abort()
    await watching
    await store.close()
  }
}
