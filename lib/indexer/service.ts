import type { Environment } from '@/lib/environment'
import { type Clock, pause } from '../clock'
import type { CheckTask } from './check/messages'
import { type Checker, type CheckReport, StoreCheck } from './check/store-check'
import type { Ingestion } from './ingest/ingestion'
import type { LedgerNames } from './ingest/messages'
import type { Role } from './ingest/report'
import { metricsText, RequestCounts } from './metrics'
import { startServer } from './server'
import type { RecordedLedger } from './solana/reader-thread'
import { type ReaderThread, RecordingReader } from './solana/recording-reader'
import type { RecordingBehind } from './solana/solana-result'
import { Soundness } from './soundness'
import { DAMAGED } from './store/damage'
import { openReader } from './store/open'
import { databaseSize, SMALL_STORE } from './store/sqlite/quick-check'
import { type Store, type StoreIdentity, StoreMissing } from './store/store'
import { StoreWatch } from './store-watch'

/** Milliseconds between two attempts to open a store that another process creates. */
const STORE_POLL = 500

/**
 * Milliseconds after which a store that was checked at the start is checked further. One that is too large for that is
 * checked at once.
 */
const CHECK_LATER = 60_000

/** What answers, what ingests and what checks, and where readiness is reported. */
export interface ServiceOptions {
  environment: Environment
  /** Started, in a thread of its own. It is ended here. */
  ingestion: Ingestion
  /** Starts what checks the store while it is used; it is ended here. */
  startChecker(task: CheckTask): Checker
  /** Starts what reads a ledger that is a recording; it is ended here. */
  startReader(ledger: RecordedLedger): ReaderThread
  clock: Clock
  /** Ends it. */
  signal: AbortSignal
  print(line: string): void
  /** What was there at the start is stored, and requests are answered. `ledger`: its title. */
  onReady(role: Role, ledger: string): void
}

/**
 * Answers while a ledger is ingested, until `signal` aborts.
 * @throws Error in one line when it cannot.
 */
export async function serve(options: ServiceOptions): Promise<void> {
  const { environment, ingestion, signal, onReady } = options
  try {
    const ledger = await untilAborted(ingestion.opened, signal)
    if (!ledger) return
    const identity = { ledger: ledger.identity, programIds: { ...environment.programIds } }
    const opened = await openStore(options, identity)
    if (!opened) return
    const soundness = new Soundness()
    const store = soundness.monitored(opened)
    const check = new CheckLater(options, identity, soundness)
    try {
      const recording = recordingBehind(options, ledger)
      const ending = new AbortController()
      const watch = new StoreWatch({ ...options, store, signal: ending.signal })
      const server = await startServer(...answering(options, { store, soundness, check, recording, watch }))
      const watching = watch.run()
      try {
        ingestion.begin()
        await untilAborted(ingestion.ready, signal)
        if (!signal.aborted) onReady(ingestion.role(), ledger.title)
        void check.begin()
        await untilAborted(ingestion.ended, signal)
      } finally {
        check.end()
        ending.abort()
        await server.close()
        await watching
        await recording?.reader.end()
      }
    } finally {
      await store.close()
    }
  } finally {
    await ingestion.end()
  }
  await ingestion.ended
}

/** What checks the store once it is ready, so that nobody waits for it. */
class CheckLater {
  private check: StoreCheck | null = null
  private readonly file: string | null
  private readonly checkedAtStart: boolean
  private readonly ending = new AbortController()

  constructor(
    private readonly options: ServiceOptions,
    private readonly identity: StoreIdentity,
    private readonly soundness: Soundness,
  ) {
    const { database } = options.environment
    this.file = database.kind === 'file' ? database.file : null
    this.checkedAtStart = this.file !== null && databaseSize(this.file) <= SMALL_STORE
    if (this.checkedAtStart) soundness.wasChecked()
  }

  async begin(): Promise<void> {
    const { environment, startChecker, clock } = this.options
    const { file, identity, checkedAtStart } = this
    const { database, programIds } = environment
    const { signal } = this.ending
    if (checkedAtStart) await pause(CHECK_LATER, signal, clock)
    if (signal.aborted) return
    const checker = startChecker({ database, identity, tokenProgram: programIds.token, checkedAtStart })
    this.check = new StoreCheck(checker, this.soundness, file)
  }

  report(): CheckReport {
    return this.check?.report() ?? { progress: null, hashes: { matches: 0, differs: 0, cannot_tell: 0 } }
  }

  end(): void {
    this.ending.abort()
    this.check?.end()
  }
}

/** A ledger of nodes has them to ask. */
function recordingBehind(
  { environment: { ledger }, startReader }: ServiceOptions,
  { rounds }: LedgerNames,
): RecordingBehind | undefined {
  return ledger.kind === 'rpc' ? undefined : { reader: new RecordingReader(() => startReader(ledger)), rounds }
}

interface AnsweringFrom {
  store: Store
  soundness: Soundness
  check: CheckLater
  recording: RecordingBehind | undefined
  watch: StoreWatch
}

function answering(
  { environment, ingestion }: ServiceOptions,
  { store, soundness, check, recording, watch }: AnsweringFrom,
): Parameters<typeof startServer> {
  const { database, ledger, slotMs, maxLagSlots, indexerHost, indexerPort } = environment
  const { tip, stopped } = ingestion
  const damaged = () => soundness.isSound() === false || stopped() === DAMAGED
  // Where this process does not play the sandbox, its own clock knows the pace of the chain, and not where it is.
  const goneOn = (slot: number) =>
    ledger.kind === 'sandbox' && ingestion.role() !== 'writer' ? Math.floor(watch.standsFor(slot) / slotMs) : 0
  const requests = new RequestCounts()
  return [
    {
      store,
      chain: { tip, goneOn, stopped, damaged, maxLagSlots },
      recording,
      count: (method, outcome) => requests.count(method, outcome),
    },
    {
      host: indexerHost,
      port: indexerPort,
      async metrics() {
        const role = ingestion.role()
        const [report, head] = await Promise.all([role === 'reader' ? null : ingestion.report(), tip()])
        const file = database.kind === 'file' ? database.file : null
        const sound = damaged() ? false : soundness.isSound()
        const reachable = watch.isReachable()
        return metricsText({
          ...{ store, file, tip: head, goneOn, reachable, role, report, requests, sound },
          check: check.report(),
        })
      },
    },
  ]
}

/** The store for answering, as soon as it exists; null if the signal aborts first. */
async function openStore(
  { environment, ingestion, clock, signal, print }: ServiceOptions,
  identity: StoreIdentity,
): Promise<Store | null> {
  for (let isPrinted = false; !signal.aborted; isPrinted = true) {
    try {
      // Where this process writes, its other thread has just looked.
      return await openReader(environment.database, identity, { check: ingestion.role() === 'reader' })
    } catch (error) {
      if (!(error instanceof StoreMissing)) throw error
      if (!isPrinted) print(`${error.message}: waiting for the indexer that writes it`)
    }
    await pause(STORE_POLL, signal, clock)
  }
  return null
}

/** What the promise gives, or null as soon as the signal aborts. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  return Promise.race([promise, aborted])
}
