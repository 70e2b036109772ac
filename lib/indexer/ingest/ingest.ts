import { type Clock, pause } from '../../platform/clock'
import { log } from '../../platform/log'
import type { Programs } from '../../protocol/light/programs'
import { type CatchUp, watchCatchUp } from '../ledger/catch-up'
import { follow, type Progress } from '../ledger/follow'
import type { Ledger } from '../ledger/ledger'
import { aborted, untilStored } from '../ledger/until-stored'
import { slotReached } from '../store/apply'
import { DAMAGED } from '../store/damage'
import { DOUBT, doubtfulTo, READ_AGAIN } from '../store/doubtful'
import { isDamage, storageProblem } from '../store/storage-problem'
import { StoreError, type WriterOptions, type WriterStore } from '../store/store'
import type { Role } from './report'

/** What ingestion reads from, writes to, and reports to. */
export interface IngestOptions {
  /** Stands for the right to write, and has it or gives up. */
  openWriter(options: WriterOptions): Promise<WriterStore | null>
  ledger: Ledger
  programs: Programs
  progress: Progress
  catchUp: CatchUp
  /** Slots behind which the store counts as catching up. */
  maxLagSlots: number
  clock: Clock
  /** Ends it after the batch at hand. */
  signal: AbortSignal
  /** Nothing is stored before it resolves. */
  mayBegin: Promise<unknown>
  onRole(role: Role): void
  /** Called when the ledger's ready slot is stored. */
  onReady(): void
  /** Called with the slot reached when writing begins, and after what was stored or rolled back. */
  onStored(slot: number): void
  print(line: string): void
}

/** Why nothing is stored by a process that has just lost the right to. */
const LOST = 'the right to write is lost'

/**
 * Brings the ledger into the store for as long as this process has the right to write, and stands for it again whenever
 * it is gone. Resolves after an abort.
 * @throws Error when the ledger or the store is such that nothing more can be stored.
 */
export async function ingest(options: IngestOptions): Promise<void> {
  const { signal, progress, onRole, print } = options
  let wasStandby = false
  for (let first = true; !signal.aborted; first = false) {
    const onStandby = () => {
      wasStandby = true
      // Another process stores: nothing is wrong.
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

/** What a folder's store may lack is read again. Of a chain's, only who runs it can say whether it matters. */
function logDoubt({ genesisHash }: Ledger, slot: number): void {
  if (slot === 0) return
  if (genesisHash === undefined) log('info', READ_AGAIN, { slot })
  else log('warn', DOUBT, { slot })
}

/** The first time a database that is away ends the start; later it is waited for. */
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
  await untilStored(stand, { progress, signal, wait: (ms, signal) => pause(ms, signal, clock) })
  return store
}

async function write(store: WriterStore, options: IngestOptions): Promise<void> {
  const { ledger, programs, progress, onReady, onStored } = options
  const signal = AbortSignal.any([options.signal, store.lost])
  const ended = new AbortController()
  const watching = watchCatchUp({ ...options, store, signal: AbortSignal.any([signal, ended.signal]) })
  try {
    logDoubt(ledger, await doubtfulTo(store))
    await follow({
      ledger,
      store,
      programs,
      progress,
      signal,
      onReady,
      onStored,
      wait: (ms, until) => pause(ms, until, options.clock),
    })
    await aborted(signal)
  } catch (error) {
    // What fails when the right is gone fails for that reason.
    if (!store.lost.aborted) {
      if (!isDamage(error)) throw error
      // Reads go on; health reports it.
      log('error', 'ingestion stopped', { reason: DAMAGED })
      options.progress.stopped = DAMAGED
      await aborted(signal)
    }
  } finally {
    ended.abort()
    await watching
    await store.close()
  }
}
