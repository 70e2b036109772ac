import { ingestionIn } from '@/lib/indexer/ingest/ingestion'
import { ingestInThread } from '@/lib/indexer/ingest/thread'
import { type ServiceOptions, serve } from '@/lib/indexer/service'
import { openRecordedNode } from '@/lib/indexer/solana/open-chain'
import { type Clock, MACHINE_CLOCK } from '@/lib/platform/clock'
import { readEnvironment } from '@/lib/platform/environment'
import { threadHere } from './thread-here'

export interface IndexerHere {
  lines: string[]
  ready: Promise<void>
  /** Rejects with the last line printed when it ends by itself. */
  ended: Promise<void>
  end(): Promise<void>
}

const running = new Set<IndexerHere>()

export async function endHere(): Promise<void> {
  await Promise.all([...running].map((indexer) => indexer.end().catch(() => undefined)))
}

/** @throws Error in one line for a bad variable */
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
      ingestionIn(
        threadHere((port) => ingestInThread(port, null, { environment, readOnly, isReplacement }, clock)),
        print,
      ),
    startChecker,
    openNode: async (ledger) => openRecordedNode(ledger),
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
  // Callers get the rejection; unhandled, it must not end the process.
  ended.catch(() => undefined)
  indexer.ready.catch(() => undefined)
  running.add(indexer)
  return indexer
}

function notChecking(): ReturnType<ServiceOptions['startChecker']> {
  return { onMessage: () => undefined, bytesRead: () => null, end: async () => undefined }
}
