import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type DatabaseSetting, type Environment, readEnvironment } from '@/lib/platform/environment'
import { ignoreOutputErrors } from '@/lib/platform/log'
import { escapeControls } from '@/lib/platform/log-line'
import { MACHINE_CLOCK } from '../platform/clock'
import { startChecker } from './check/store-check'
import { startIngestion } from './ingest/ingestion'
import { serve } from './service'

/* Answers here and ingests in another thread, so that reads never wait for writes. Runs from its bundle in dist/. */

const ROOT = path.resolve(import.meta.dirname, '..')
const THREAD = path.join(import.meta.dirname, 'indexer-thread.mjs')
const CHECK = path.join(import.meta.dirname, 'indexer-check.mjs')

const stopping = new AbortController()
const { signal } = stopping

ignoreOutputErrors()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
// A killed supervisor cannot send a signal; its channel closes instead.
process.on('disconnect', () => stopping.abort())

let database: DatabaseSetting | null = null

try {
  const environment = readEnvironment(process.env, ROOT)
  database = environment.database
  // A supervisor has already printed the notices.
  if (!process.send) for (const notice of environment.notices) printLine(`Leafscan indexer: ${notice}`)
  const words = process.argv.slice(2)
  const readOnly = words.join(' ') === '--read-only'
  if (words.length === 0 || readOnly) {
    await serve({
      environment,
      startIngestion: (isReplacement) =>
        startIngestion(THREAD, { environment, readOnly, isReplacement, print: printLine }),
      startChecker: (task) => startChecker(CHECK, task),
      openNode: async (ledger) => (await fromThread()).openRecordedNode(ledger),
      clock: MACHINE_CLOCK,
      signal,
      print: printLine,
      onReady: (role, ledger) => announce(environment, role, ledger),
    })
  } else {
    // `npm run indexer -- verify` and the like.
    const { runMaintenance } = await fromThread()
    process.exitCode = await runMaintenance(words, environment, signal)
  }
  process.exit()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(`Leafscan indexer: ${escapeControls(message + placeOf(database, message))}`)
  process.exit(1)
}

/** Loads the decoders only for commands that need them. */
function fromThread(): Promise<typeof import('./thread')> {
  return import(pathToFileURL(THREAD).href)
}

function placeOf(database: DatabaseSetting | null, message: string): string {
  if (database?.kind !== 'file' || !message.startsWith(`${database.file}:`)) return ''
  return ` (${database.chosen ? 'DATABASE_URL' : 'DATA_DIR'} says where it is)`
}

function announce({ indexerHost, indexerPort }: Environment, role: string, ledger: string): void {
  if (process.send) process.send({ ready: true, ledger, port: indexerPort })
  else
    printLine(
      `Leafscan indexer ready: http://${indexerHost}:${indexerPort} (${role === 'writer' ? '' : `${role}, `}${ledger})`,
    )
}

function printLine(line: string): void {
  console.log(line)
}
