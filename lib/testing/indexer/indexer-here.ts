import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { type IngestThread, ingestionIn } from '@/lib/indexer/ingest/ingestion'
import type { IngestTask } from '@/lib/indexer/ingest/messages'
import { ingestInThread } from '@/lib/indexer/ingest/thread'
import { type ServiceOptions, serve } from '@/lib/indexer/service'
import { type Clock, MACHINE_CLOCK } from '@/lib/platform/clock'
import { readEnvironment } from '@/lib/platform/environment'
import { readerHere } from './reader-here'

/** An indexer in the process of its test: all of it but the threads, the signals and the exit code. */
export interface IndexerHere {
  /** The lines it printed. Ready is among them, with its role and the title of the ledger. */
  lines: string[]
  /** Resolves when it is ready; rejects with the line in which it ends before that. */
  ready: Promise<void>
  /** Resolves when it has ended; rejects with the line in which it does so by itself. */
  ended: Promise<void>
  /** Tells it to end, and waits for the end. */
  end(): Promise<void>
}

const running = new Set<IndexerHere>()

/** Ends what a failed test left running. */
export async function endHere(): Promise<void> {
  await Promise.all([...running].map((indexer) => indexer.end().catch(() => undefined)))
}

/**
 * Starts one with these variables of the environment.
 * @throws Error in one line when one of them is bad.
 */
export function startHere(
  env: Record<string, string>,
  {
    readOnly = false,
    clock = MACHINE_CLOCK,
    startChecker = notChecking,
    onLine = () => undefined,
  }: {
    readOnly?: boolean
    clock?: Clock
    startChecker?: ServiceOptions['startChecker']
    onLine?: (line: string) => void
  } = {},
): IndexerHere {
  const environment = readEnvironment(env, '/')
  const stop = new AbortController()
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    onLine(line)
  }
  let isReady = () => {}
  const announced = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const ended = serve({
    environment,
    startIngestion: (isReplacement) =>
      ingestionIn(threadHere({ task: 'ingest', environment, readOnly, isReplacement }, clock), print, clock),
    startChecker,
    startReader: readerHere,
    clock,
    signal: stop.signal,
    print,
    onReady(role, ledger) {
      print(`ready: ${role}, ${ledger}`)
      isReady()
    },
  })
  const indexer: IndexerHere = {
    lines,
    ended,
    ready: Promise.race([
      announced,
      ended.then(() => {
        throw new Error('it ended before it was ready')
      }),
    ]),
    async end() {
      stop.abort()
      running.delete(indexer)
      await ended
    },
  }
  // Whoever waits for either gets the rejection; without anybody it must not end the process.
  ended.catch(() => undefined)
  indexer.ready.catch(() => undefined)
  running.add(indexer)
  return indexer
}

/** The check of a store in use is a thread of its own. */
function notChecking(): ReturnType<ServiceOptions['startChecker']> {
  return { onMessage: () => undefined, bytesRead: () => null, end: async () => undefined }
}

/** What the thread would run, behind a channel like the thread's. */
function threadHere(task: IngestTask, clock: Clock): IngestThread {
  const { port1, port2 } = new MessageChannel()
  const thread = new EventEmitter()
  port1.on('message', (message) => thread.emit('message', message))
  port1.on('close', () => thread.emit('exit'))
  void ingestInThread(port2, null, task, clock)
  return Object.assign(thread, { postMessage: (order: unknown) => port1.postMessage(order) })
}
