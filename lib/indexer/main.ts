import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Environment, readEnvironment } from '@/lib/environment'
import { escaped } from '@/lib/log/line'
import { type Ingestion, startIngestion } from './ingest/ingestion'
import { metricsText, RequestCounts } from './metrics'
import { startServer } from './server'
import { openReader } from './store/open'
import { type Store, type StoreIdentity, StoreMissing } from './store/store'

/*
 * The embedded indexer as a process: this thread answers, another one ingests, so that reads never wait for writes. It is
 * run from its bundle in dist/, one folder below the repository's root, with the bundle of its threads beside it.
 */

const ROOT = path.resolve(import.meta.dirname, '..')
const THREAD = path.join(import.meta.dirname, 'indexer-thread.mjs')

/**
 * Milliseconds between two looks for a store that another process has to make. Not beside openStore: what stands behind the
 * `await` below is undefined while the indexer runs.
 */
const LOOK = 500

const stopping = new AbortController()
const { signal } = stopping

// Whoever read the output may be gone; the store goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
// A supervisor that is killed cannot send a signal; its channel closes instead.
process.on('disconnect', () => stopping.abort())

try {
  const environment = readEnvironment(process.env, ROOT)
  const words = process.argv.slice(2)
  const readOnly = words.join(' ') === '--read-only'
  if (words.length === 0 || readOnly) await run(environment, readOnly)
  else {
    // `npm run indexer -- verify` and its like.
    const { maintain }: typeof import('./thread') = await import(pathToFileURL(THREAD).href)
    process.exitCode = await maintain(words, environment, signal)
  }
  process.exit()
} catch (error) {
  console.error(`Leafscan indexer: ${escaped(error instanceof Error ? error.message : String(error))}`)
  process.exit(1)
}

/** Answers and ingests until it is told to end. @throws Error in one line when it cannot. */
async function run(environment: Environment, readOnly: boolean): Promise<void> {
  const ingestion = startIngestion(THREAD, { environment, readOnly, say })
  try {
    const ledger = await untilStopping(ingestion.opened)
    if (!ledger) return
    const store = await openStore(environment, { ledger: ledger.identity, programIds: { ...environment.programIds } })
    if (!store) return
    try {
      const server = await startServer(...serviceOf(environment, ingestion, store))
      try {
        ingestion.begin()
        await untilStopping(ingestion.ready)
        if (!signal.aborted) announce(environment, ingestion.role(), ledger.title)
        await untilStopping(ingestion.ended)
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

function serviceOf(environment: Environment, ingestion: Ingestion, store: Store): Parameters<typeof startServer> {
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
async function openStore({ database }: Environment, identity: StoreIdentity): Promise<Store | null> {
  for (let said = false; !signal.aborted; said = true) {
    try {
      return await openReader(database, identity)
    } catch (error) {
      if (!(error instanceof StoreMissing)) throw error
      if (!said) say(`${error.message}: waiting for the indexer that writes it`)
    }
    await setTimeout(LOOK, undefined, { signal }).catch(() => undefined)
  }
  return null
}

/** To a supervisor over its channel, else to the reader of the terminal. */
function announce({ indexerHost, indexerPort }: Environment, role: string, title: string): void {
  if (process.send) process.send({ ready: true, ledger: title, port: indexerPort })
  else
    say(
      `Leafscan indexer ready: http://${indexerHost}:${indexerPort} (${role === 'writer' ? '' : `${role}, `}${title})`,
    )
}

function say(line: string): void {
  console.log(line)
}

/** What the promise gives, or null as soon as this process is told to end. */
function untilStopping<T>(promise: Promise<T>): Promise<T | null> {
  const stopped = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  return Promise.race([promise, stopped])
}
