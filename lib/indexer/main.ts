import path from 'node:path'
import { type Environment, readEnvironment } from '@/lib/environment'
import { escaped } from '@/lib/log/line'
import { MACHINE_CLOCK } from './clock'
import type { LiveChain } from './json-rpc'
import { CatchUp, watchCatchUp } from './ledger/catch-up'
import { openFolder } from './ledger/folder'
import { follow, noProgress } from './ledger/follow'
import type { Ledger } from './ledger/ledger'
import { openRpc } from './ledger/rpc/rpc'
import { openSandbox } from './ledger/sandbox'
import { maintain } from './maintenance'
import { metricsText, RequestCounts } from './metrics'
import { programsOf } from './parse/programs'
import { startServer } from './server'
import { openSqlite } from './store/sqlite/open'

/*
 * The embedded indexer as a process: environment, ledger, store, server, and a clean end. It is run from its bundle in
 * dist/, one folder below the repository's root.
 */

const ROOT = path.resolve(import.meta.dirname, '..')

// Whoever read the output may be gone; the store goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
// A supervisor that is killed cannot send a signal; its channel closes instead.
process.on('disconnect', () => stopping.abort())

try {
  const environment = readEnvironment(process.env, ROOT)
  // `npm run indexer -- verify` and its like.
  const words = process.argv.slice(2)
  process.exitCode = words.length > 0 ? await maintain(words, environment, stopping.signal) : await run(environment)
  process.exit()
} catch (error) {
  console.error(`Leafscan indexer: ${escaped(error instanceof Error ? error.message : String(error))}`)
  process.exit(1)
}

async function run(environment: Environment): Promise<number> {
  const ledger = await openLedger(environment).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  if (!ledger) return 0
  const programs = await programsOf(environment.programIds)
  const store = openSqlite(environment.database.file, {
    ledger: ledger.identity,
    programIds: { ...environment.programIds },
  })
  try {
    const catchUp = new CatchUp(MACHINE_CLOCK)
    const progress = noProgress()
    const chain: LiveChain = {
      tip: () => ledger.tip(),
      maxLagSlots: environment.maxLagSlots,
      stopped: () => progress.stopped,
    }
    const requests = new RequestCounts()
    const server = await startServer(
      { store, chain, count: (method, outcome) => requests.count(method, outcome) },
      {
        host: environment.indexerHost,
        port: environment.indexerPort,
        metrics: async () => {
          const tip = await ledger.tip()
          const retried = ledger.met?.misfits ?? null
          return metricsText({ store, file: environment.database.file, tip, retried, catchUp, progress, requests })
        },
      },
    )
    const ended = new AbortController()
    const watching = watchCatchUp({
      catchUp,
      ledger,
      store,
      maxLagSlots: environment.maxLagSlots,
      clock: MACHINE_CLOCK,
      signal: AbortSignal.any([stopping.signal, ended.signal]),
      say: (line) => console.log(line),
    })
    try {
      const { signal } = stopping
      await follow({ ledger, store, programs, progress, signal, onReady: () => announce(environment, ledger) })
      await aborted(signal)
      return 0
    } finally {
      ended.abort()
      await watching
      await server.close()
    }
  } finally {
    await store.close()
  }
}

async function openLedger(environment: Environment): Promise<Ledger> {
  const { ledger, slotMs, programIds } = environment
  switch (ledger.kind) {
    case 'sandbox':
      return openSandbox({ slotMs })
    case 'folder':
      return openFolder({
        folder: ledger.path,
        compressionProgram: programIds.compression,
        onSkipped: (files) => {
          if (files > 0) console.log(`${files} files at or below the slot reached are not read again`)
        },
      })
    case 'rpc':
      return openRpc({
        urls: ledger.urls,
        name: ledger.name,
        commitment: environment.commitment,
        startSlot: environment.startSlot,
        compressionProgram: programIds.compression,
        signal: stopping.signal,
        onNote: (line) => console.log(line),
      })
  }
}

/** To a supervisor over its channel, else to the reader of the terminal. */
function announce({ indexerHost, indexerPort }: Environment, { title }: Ledger): void {
  if (process.send) process.send({ ready: true, ledger: title, port: indexerPort })
  else console.log(`Leafscan indexer ready: http://${indexerHost}:${indexerPort} (${title})`)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
