import { Worker } from 'node:worker_threads'
import type { IngestAnswers, IngestCommand, IngestMessage, IngestState, IngestTask, LedgerNames } from './messages'
import type { IngestReport, Role } from './report'

export interface Ingestion {
  /** Resolves once the ledger is open and the role is known. Rejects like `ended`. */
  opened: Promise<LedgerNames>
  /** Resolves when the ledger's ready slot is stored; at once where another process writes. */
  ready: Promise<void>
  /** Resolves after `end()` or a replaced chain, everything released; rejects when ingestion cannot continue. */
  ended: Promise<void>
  role(): Role
  state: Readonly<IngestState>
  /** The ledger's highest slot right now; null: unknown. */
  tip(): Promise<number | null>
  /** Null before its first report. */
  report(): Promise<IngestReport | null>
  /** Nothing is stored before this is called. */
  begin(): void
  /** Ends after the current batch. */
  end(): Promise<void>
}

/** Without a bound, a decoding thread keeps three times the memory and is no faster. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12 }

/** Longer than a batch, and than requests to nodes. */
const TIMEOUT_MS = 3000

export function startIngestion(
  file: string,
  { print, ...workerData }: IngestTask & { print(line: string): void },
): Ingestion {
  return ingestionIn(new Worker(file, { workerData, resourceLimits: RESOURCE_LIMITS }), print)
}

export interface IngestThread {
  postMessage(send: IngestCommand): void
  on(event: 'message', listener: (message: IngestMessage) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
}

export function ingestionIn(thread: IngestThread, print: (line: string) => void): Ingestion {
  const order = (order: IngestCommand) => thread.postMessage(order)
  const opened = settler<LedgerNames>()
  const ready = settler<void>()
  const ended = settler<void>()
  const pending = new Map<number, (answer: IngestAnswers[keyof IngestAnswers]) => void>()
  let lastId = 0
  let ledger: LedgerNames | null = null
  let role: Role = 'standby'
  const state: IngestState = { stopped: null, headUnknown: null, stallReason: null, replacedBy: null }
  let report: IngestReport | null = null
  let failure: string | null = null
  let ending = false

  thread.on('message', (message: IngestMessage) => {
    switch (message.kind) {
      case 'opened':
        ledger = message.ledger
        break
      case 'role':
        role = message.role
        if (ledger) opened.resolve(ledger)
        if (role !== 'writer') ready.resolve()
        break
      case 'ready':
        ready.resolve()
        break
      case 'state':
        Object.assign(state, message.state)
        break
      case 'line':
        print(message.line)
        break
      case 'answer':
        pending.get(message.id)?.(message.answer)
        pending.delete(message.id)
        break
      case 'failed':
        failure = message.why
        break
      default:
        message satisfies never
    }
  })
  thread.on('error', (error) => {
    failure = error instanceof Error ? error.message : String(error)
  })
  // `exit` follows all console output of the thread.
  thread.on('exit', () => {
    if (failure === null && (ending || state.replacedBy !== null)) return ended.resolve()
    const error = new Error(failure ?? 'the thread that ingests ended')
    for (const { reject } of [opened, ready, ended]) reject(error)
  })

  /** Null on timeout. */
  function request<A extends keyof IngestAnswers>(about: A): Promise<IngestAnswers[A] | null> {
    const id = ++lastId
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        pending.delete(id)
        resolve(null)
      }, TIMEOUT_MS)
      pending.set(id, (answer) => {
        clearTimeout(late)
        resolve(answer as IngestAnswers[A])
      })
      order({ kind: 'request', id, about })
    })
  }

  return {
    opened: opened.promise,
    ready: ready.promise,
    ended: ended.promise,
    role: () => role,
    state,
    tip: () => request('tip'),
    report: async () => {
      report = (await request('report')) ?? report
      return report
    },
    begin: () => order({ kind: 'begin' }),
    end() {
      ending = true
      order({ kind: 'end' })
      return ended.promise.catch(() => undefined)
    },
  }
}

function settler<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((whenResolved, whenRejected) => {
    resolve = whenResolved
    reject = whenRejected
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
