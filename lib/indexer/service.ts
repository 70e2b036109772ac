import type { Environment } from '@/lib/environment'
import type { Clock } from './clock'
import type { Ingestion } from './ingest/ingestion'
import type { Role } from './ingest/report'
import { metricsText, RequestCounts } from './metrics'
import { startServer } from './server'
import { openReader } from './store/open'
import { type Store, type StoreIdentity, StoreMissing } from './store/store'

/** Milliseconds between two looks for a store that another process has to make. */
const LOOK = 500

/** What answers beside what ingests, and who is told. */
export interface ServiceOptions {
  environment: Environment
  /** Started, in a thread of its own. It is ended here. */
  ingestion: Ingestion
  clock: Clock
  /** Ends it. */
  signal: AbortSignal
  say(line: string): void
  /** What was there at the start is stored, and questions are answered. `ledger`: how it is called. */
  onReady(role: Role, ledger: string): void
}

/**
 * Answers while a ledger is ingested, until it is told to end.
 * @throws Error in one line when it cannot.
 */
export async function serve(options: ServiceOptions): Promise<void> {
  const { environment, ingestion, signal, onReady } = options
  try {
    const ledger = await untilAborted(ingestion.opened, signal)
    if (!ledger) return
    const store = await openStore(options, {
      ledger: ledger.identity,
      programIds: { ...environment.programIds },
    })
    if (!store) return
    try {
      const server = await startServer(...answering(environment, ingestion, store))
      try {
        ingestion.begin()
        await untilAborted(ingestion.ready, signal)
        if (!signal.aborted) onReady(ingestion.role(), ledger.title)
        await untilAborted(ingestion.ended, signal)
      } finally {
        await server.close()
      }
    } finally {
      await store.close()
    }
  } finally {
    await ingestion.end()
  }
  await ingestion.ended
}

function answering(environment: Environment, ingestion: Ingestion, store: Store): Parameters<typeof startServer> {
  const { database, maxLagSlots, indexerHost, indexerPort } = environment
  const { tip, stopped } = ingestion
  const requests = new RequestCounts()
  return [
    { store, chain: { tip, stopped, maxLagSlots }, count: (method, outcome) => requests.count(method, outcome) },
    {
      host: indexerHost,
      port: indexerPort,
      async metrics() {
        const role = ingestion.role()
        const [report, head] = await Promise.all([role === 'reader' ? null : ingestion.report(), tip()])
        const file = database.kind === 'file' ? database.file : null
        return metricsText({ store, file, tip: head, role, report, requests })
      },
    },
  ]
}

/** The store for answering, as soon as it is there; null when this process is told to end before that. */
async function openStore(
  { environment, clock, signal, say }: ServiceOptions,
  identity: StoreIdentity,
): Promise<Store | null> {
  for (let said = false; !signal.aborted; said = true) {
    try {
      return await openReader(environment.database, identity)
    } catch (error) {
      if (!(error instanceof StoreMissing)) throw error
      if (!said) say(`${error.message}: waiting for the indexer that writes it`)
    }
    await clock.sleep(LOOK, signal)
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
