import { Worker } from 'node:worker_threads'
import { type Clock, MACHINE_CLOCK } from '../../platform/clock'
import type { Answers, IngestCommand, IngestMessage, IngestTask, LedgerNames } from './messages'
import type { Report, Role } from './report'

/** Ingestion, as the thread that answers sees it. */
export interface Ingestion {
  /** Resolves when the ledger is open, and whether this process writes is known. Rejects like `ended`. */
  opened: Promise<LedgerNames>
  /** Resolves when the ledger's ready slot is stored; at once where another process has to store it. */
  ready: Promise<void>
  /** Resolves when everything is released after `end()` or because the chain was replaced, rejects with one line when ingestion cannot continue. */
  ended: Promise<void>
  role(): Role
  /** The identity of the chain that has taken the place of the ledger's, which `ended` follows; null while none has. */
  replacedBy(): string | null
  /** Why nothing is stored right now; null while it is. */
  stopped(): string | null
  /** The ledger's highest slot right now; null where nobody says. */
  tip(): Promise<number | null>
  /** What its nodes answer instead, in words; null where they say it, or do not answer at all. */
  headUnknown(): string | null
  /** Why no block comes although the chain goes on, in words; null while blocks come. */
  standing(): string | null
  /** The slot that this process has stored last; null where it does not write, or cannot. */
  stored(): number | null
  /** What it has done so far; null before its first answer. */
  report(): Promise<Report | null>
  /** Lets it store. Before that nothing of the ledger is. */
  begin(): void
  /** Ends it after the batch at hand; resolves at its end, of which `ended` tells more. */
  end(): Promise<void>
}

/** Milliseconds for which a head that was reported counts as of now, as it does for the ledger. */
const FRESH = 1000

/**
 * Megabytes for what lives for a moment: a thread that decodes keeps three times as much as it needs where there is no
 * bound, and is no faster.
 */
const YOUNG = { maxYoungGenerationSizeMb: 12 }

/** Milliseconds to wait for an answer: longer than a batch takes, and than a ledger asks its nodes. */
const PATIENCE = 3000

/**
 * Starts ingestion in a thread of its own, so that reads never wait for writes.
 * @param file what the thread runs.
 */
export function startIngestion(
  file: string,
  { print, ...task }: Omit<IngestTask, 'task'> & { print(line: string): void },
): Ingestion {
  const workerData: IngestTask = { task: 'ingest', ...task }
  return ingestionIn(new Worker(file, { workerData, resourceLimits: YOUNG }), print)
}

/** The thread that ingests, or what a test has in its place. */
export interface IngestThread {
  postMessage(send: IngestCommand): void
  on(event: 'message', listener: (message: IngestMessage) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
}

/** The ingestion that runs in a thread. */
export function ingestionIn(
  thread: IngestThread,
  print: (line: string) => void,
  clock: Clock = MACHINE_CLOCK,
): Ingestion {
  const order = (order: IngestCommand) => thread.postMessage(order)
  const opened = settler<LedgerNames>()
  const ready = settler<void>()
  const ended = settler<void>()
  const pending = new Map<number, (answer: Answers[keyof Answers]) => void>()
  let lastId = 0
  let ledger: LedgerNames | null = null
  let role: Role = 'standby'
  let stopped: string | null = null
  let headUnknown: string | null = null
  let standing: string | null = null
  let head: { slot: number; at: number } | null = null
  let stored: number | null = null
  let replacedBy: string | null = null
  let report: Report | null = null
  let failure: string | null = null
  let ending = false

  thread.on('message', (message: IngestMessage) => {
    switch (message.kind) {
      case 'opened':
        ledger = message.ledger
        break
      case 'role':
        role = message.role
        stored = null
        if (ledger) opened.resolve(ledger)
        if (role !== 'writer') ready.resolve()
        break
      case 'ready':
        ready.resolve()
        break
      case 'stopped':
        stopped = message.why
        break
      case 'head':
        head = { slot: message.slot, at: clock.monotonic() }
        break
      case 'head unknown':
        headUnknown = message.why
        break
      case 'standing':
        standing = message.why
        break
      case 'stored':
        stored = message.slot
        break
      case 'replaced':
        replacedBy = message.by
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
  // By then everything that the thread has written to the console is there.
  thread.on('exit', () => {
    if (failure === null && (ending || replacedBy !== null)) return ended.resolve()
    const error = new Error(failure ?? 'the thread that ingests ended')
    for (const { reject } of [opened, ready, ended]) reject(error)
  })

  /** Null where no answer comes in time. */
  function request<A extends keyof Answers>(about: A): Promise<Answers[A] | null> {
    const id = ++lastId
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        pending.delete(id)
        resolve(null)
      }, PATIENCE)
      pending.set(id, (answer) => {
        clearTimeout(late)
        resolve(answer as Answers[A])
      })
      order({ kind: 'request', id, about })
    })
  }

  return {
    opened: opened.promise,
    ready: ready.promise,
    ended: ended.promise,
    role: () => role,
    replacedBy: () => replacedBy,
    stopped: () => stopped,
    async tip() {
      const isFresh = head !== null && clock.monotonic() - head.at <= FRESH
      return isFresh ? (head?.slot ?? null) : request('tip')
    },
    headUnknown: () => headUnknown,
    standing: () => standing,
    stored: () => (role === 'writer' && stopped === null && failure === null ? stored : null),
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

interface Settler<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: Error): void
}

/** A promise that is settled from outside. Nobody has to wait for it. */
function settler<T>(): Settler<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((whenResolved, whenRejected) => {
    resolve = whenResolved
    reject = whenRejected
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
