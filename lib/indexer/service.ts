import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import { type Clock, pause } from '../platform/clock'
import type { CheckTask } from './check/messages'
import { Soundness } from './check/soundness'
import { type Checker, StoreCheck } from './check/store-check'
import type { Ingestion } from './ingest/ingestion'
import type { LedgerNames } from './ingest/messages'
import type { Role } from './ingest/report'
import { RpcEndpoint } from './rpc-endpoint'
import type { RecordedLedger, RecordedNode } from './solana/open-chain'
import type { RecordingBehind } from './solana/solana-result'
import { openReader } from './store/open'
import { type Store, type StoreIdentity, StoreMissing } from './store/store'
import { StoreWatch } from './store-watch'

/** Until another process has created the store. */
const STORE_POLL_MS = 500

export interface ServiceOptions {
  environment: Environment
  /** `isReplacement`: follows the chain that replaced the previous one. */
  startIngestion(isReplacement: boolean): Ingestion
  startChecker(task: CheckTask): Checker
  openNode(ledger: RecordedLedger): Promise<RecordedNode>
  clock: Clock
  signal: AbortSignal
  print(line: string): void
  onReady(role: Role, ledger: string): void
}

/** A replaced chain gives way to its successor, in its own store; in between, every operation returns an error. @throws Error */
export async function serve(options: ServiceOptions): Promise<void> {
  const endpoint = new RpcEndpoint(options)
  try {
    let before: LedgerNames | null = null
    for (let isFirst = true; ; isFirst = false) {
      const ingestion = options.startIngestion(!isFirst)
      const ledger = await serveLedger(options, { ingestion, endpoint, before })
      if (options.signal.aborted || ingestion.state.replacedBy === null) return
      before = ledger ?? before
    }
  } finally {
    await endpoint.close()
  }
}

interface Serving {
  ingestion: Ingestion
  endpoint: RpcEndpoint
  before: LedgerNames | null
}

async function serveLedger(options: ServiceOptions, serving: Serving): Promise<LedgerNames | null> {
  const { ingestion, endpoint } = serving
  const over = new AbortController()
  void ingestion.ended.catch(() => undefined).then(() => over.abort())
  const signal = AbortSignal.any([options.signal, over.signal])
  let ledger: LedgerNames | null = null
  try {
    ledger = await untilAborted(ingestion.opened, signal)
    if (ledger) await serveOpened({ ...options, signal }, ledger, serving)
  } finally {
    if (ingestion.state.replacedBy === null) await endpoint.close()
    await ingestion.end()
  }
  await ingestion.ended
  return ledger
}

async function serveOpened(
  options: ServiceOptions,
  ledger: LedgerNames,
  { ingestion, endpoint, before }: Serving,
): Promise<void> {
  const { environment, signal, print } = options
  const identity = { ledger: ledger.identity, programIds: { ...environment.programIds } }
  const opened = await openStore(options, ingestion, ledger.database, identity)
  if (!opened) return
  const soundness = new Soundness()
  const store = soundness.monitored(opened)
  const check = new StoreCheck(options, { database: ledger.database, identity, soundness })
  const recording = recordingBehind(options, ledger)
  const ending = new AbortController()
  const watch = new StoreWatch({ ...options, store, signal: ending.signal })
  let watching = Promise.resolve()
  try {
    await endpoint.answerFrom({ ledger, ingestion, store, soundness, check, recording, watch })
    watching = watch.run()
    if (before) print(lineOnReplaced(before, ledger))
    ingestion.begin()
    await untilAborted(ingestion.ready, signal)
    if (!signal.aborted) endpoint.announce(ingestion.role(), ledger.title)
    void check.begin()
    await untilAborted(ingestion.ended, signal)
  } finally {
    const unchecked = check.end()
    ending.abort()
    // A replaced chain's successor is answered on the same port.
    if (ingestion.state.replacedBy === null) await endpoint.close()
    await watching
    await unchecked
    await store.close()
  }
}

function lineOnReplaced(before: LedgerNames, { identity, database }: LedgerNames): string {
  const store = database.kind === 'file' ? database.file : 'DATABASE_URL'
  return before.identity === identity
    ? `LEDGER is back on the chain with ${identity}: going on in ${store}`
    : `The chain was replaced: LEDGER is on the one with ${identity} now, followed in ${store}; the store of ${before.identity} stays as it is`
}

/** A ledger of nodes has none: nodes are asked. Opened by the first request. */
function recordingBehind(
  { environment: { ledger }, openNode }: ServiceOptions,
  { rounds }: LedgerNames,
): RecordingBehind | undefined {
  if (ledger.kind === 'rpc') return undefined
  let opened: Promise<RecordedNode> | null = null
  const open = () =>
    openNode(ledger).catch((error: unknown) => {
      opened = null
      throw error
    })
  return { node: () => (opened ??= open()), rounds }
}

async function openStore(
  { clock, signal, print }: ServiceOptions,
  ingestion: Ingestion,
  database: DatabaseSetting,
  identity: StoreIdentity,
): Promise<Store | null> {
  for (let isPrinted = false; !signal.aborted; isPrinted = true) {
    try {
      // A process that writes has already checked the store in its ingest thread.
      return await openReader(database, identity, { check: ingestion.role() === 'reader' })
    } catch (error) {
      if (!(error instanceof StoreMissing)) throw error
      if (!isPrinted) print(`${error.message}: waiting for the indexer that writes it`)
    }
    await pause(STORE_POLL_MS, signal, clock)
  }
  return null
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  return Promise.race([promise, aborted])
}
