import { Worker } from 'node:worker_threads'
import { type Clock, MACHINE_CLOCK } from '../../platform/clock'
import type { Answers, IngestCommand, IngestMessage, IngestTask, LedgerNames } from './messages'
import type { Report, Role } from './report'

export interface Ingestion {
  /** Resolves once the ledger is open and the role is known. Rejects like `ended`. */
  opened: Promise<LedgerNames>
  /** Resolves when the ledger's ready slot is stored; at once where another process writes. */
  ready: Promise<void>
  /** Resolves after `end()` or a replaced chain, everything released; rejects when ingestion cannot continue. */
  ended: Promise<void>
  role(): Role
  /** Identity of the chain that replaced the ledger's; null: not replaced. */
  replacedBy(): string | null
  /** Null while it stores. */
  stopped(): string | null
  /** The ledger's highest slot right now; null: unknown. */
  tip(): Promise<number | null>
  /** What nodes return instead; null: the slot, or nothing at all. */
  headUnknown(): string | null
  /** Why no block arrives although the chain moves; null while blocks arrive. */
  standing(): string | null
  /** The last slot that this process stored; null: it does not or cannot write. */
  stored(): number | null
  /** Null before its first report. */
  report(): Promise<Report | null>
  /** Allows it to store: nothing is stored before. */
  begin(): void
  /** Ends after the current batch. */
  end(): Promise<void>
}

/** Milliseconds for which a reported head counts as current. */
const FRESH = 1000

/** Megabytes: without a bound, a decoding thread keeps three times the memory and is no faster. */
const YOUNG = { maxYoungGenerationSizeMb: 12 }

/** Milliseconds; longer than a batch, and than a ledger's requests to its nodes. */
const PATIENCE = 3000

export function startIngestion(
  file: string,
  { print, ...workerData }: IngestTask & { print(line: string): void },
): Ingestion {
  return ingestionIn(new Worker(file, { workerData, resourceLimits: YOUNG }), print)
}

export interface IngestThread {
  postMessage(send: IngestCommand): void
  on(event: 'message', listener: (message: IngestMessage) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
}

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
  // By now all console output of the thread has arrived.
  thread.on('exit', () => {
    if (failure === null && (ending || replacedBy !== null)) return ended.resolve()
    const error = new Error(failure ?? 'the thread that ingests ended')
    for (const { reject } of [opened, ready, ended]) reject(error)
  })

  /** Null on timeout. */
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
