import { clock, nowIso } from './clock'
import { logText } from './log-line'
import { once } from './once'

/*
 * What explorer and indexer report while they run: one line of JSON on stderr for each event. Words and numbers of ours:
 * no URL, no query, no body, no address of a reader, no text of an indexer or a node. facts/reliability.md (f).
 */

/** How much a line of the log matters, least first. */
const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/**
 * How much a line of the log matters. `error`: somebody has to do something, or data are wrong; `warn`: something fails that
 * may pass by itself; `info`: what happens to a process, and what a client wants to find again; `debug`: every request and
 * every call.
 */
export type LogLevel = (typeof LEVELS)[number]

/**
 * What a line can hold besides `ts` (ISO 8601 UTC), `level` and `msg`: one name for one thing in both processes, as
 * facts/reliability.md (f) has them where it names them.
 */
export interface LogFields {
  /** What is requested meanwhile, in words of ours. */
  asks?: string
  /** Which try it was, from 1 on. */
  attempt?: number
  /** Commit, its first 8 digits. */
  build?: string
  bytes?: number
  /** Where an answer came from, in the words of the metrics. */
  cache?: string
  /** JSON-RPC error code. */
  code?: number
  count?: number
  /** Milliseconds that it took. */
  dur_ms?: number
  /** Class and code of an error of ours, see errorClass(). */
  error?: string
  /** Failures in a row. */
  failures?: number
  /** What a check has found, in words of ours or of the database. */
  found?: string
  /** Account hash, base58. */
  hash?: string
  /** HTTP method. */
  method?: string
  /** A node of LEDGER by its position there: its URL may hold a key. */
  ledger_node?: number
  /** Version of Node.js. */
  node?: string
  /** Operation: a method of the JSON-RPC of an indexer or a node. */
  op?: string
  /** What became of a request to an indexer, in the words of the metrics. */
  outcome?: string
  /** Where in an answer the interface is broken. */
  path?: string
  percent?: number
  /** Why, in words of ours, of a library or of the database. */
  reason?: string
  req_id?: string
  /** Milliseconds until it is tried again. */
  retry_after_ms?: number
  route?: string
  /** Transaction signature, base58. */
  signature?: string
  slot?: number
  state?: string
  /** HTTP status of our response. */
  status?: number
  /** Lines like this one that were left out since the last, see logSeldom(). */
  suppressed?: number
  /** HTTP status of an indexer's response. */
  up_status?: number
  /** Name of a network. */
  upstream?: string
  /** Names of networks. */
  upstreams?: readonly string[]
  version?: string
  /** Before and after a change: verdicts, or slots. */
  from?: string | number | null
  to?: string | number
  /** Trace that it belongs to, 32 hex digits. */
  trace_id?: string
}

/**
 * The least level that is written. design.md 4.2, LOG_LEVEL: environment.ts checks it. It is read here because threads and
 * child processes have their environment before they hear anything else.
 */
const leastLevel = once('log level', () => {
  const at = (LEVELS as readonly string[]).indexOf(process.env.LOG_LEVEL ?? '')
  return at < 0 ? LEVELS.indexOf('info') : at
})

/** True where lines of this level are written. */
export function isLogged(level: LogLevel): boolean {
  return LEVELS.indexOf(level) >= leastLevel()
}

const traces = once('trace of log lines', () => ({ of: (): string | undefined => undefined }))

/** From now on each line bears the trace that the running code belongs to. */
export function nameTraces(of: () => string | undefined): void {
  traces().of = of
}

/** Writes one event, where LOG_LEVEL lets it pass. */
export function log(level: LogLevel, msg: string, fields: LogFields = {}): void {
  if (!isLogged(level)) return
  const trace = traces.existing()?.of()
  const named = trace === undefined ? fields : { trace_id: trace, ...fields }
  process.stderr.write(`${logText({ ts: nowIso(), level, msg, ...named })}\n`)
}

/**
 * From now on this process outlives the reader of its output. Otherwise Node ends it at the next write; and where it catches
 * that, it would report the failure to the same stream, for ever.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** At most one line for each event and key in this time (ms), so that what fails again and again does not fill a disk. */
const QUIET_MS = 5_000

interface Quiet {
  until: number
  /** Events since the last line. */
  suppressed: number
}

const quiet = once('repeated log lines', () => new Map<string, Quiet>())

/** As log(), for what may happen often. `key`: from a bounded set. The line tells how many were left out before it. */
export function logSeldom(key: string, level: LogLevel, msg: string, fields: LogFields): void {
  if (!isLogged(level)) return
  const event = `${msg} ${key}`
  const last = quiet().get(event) ?? { until: 0, suppressed: 0 }
  if (clock().monotonic() < last.until) {
    last.suppressed++
    return
  }
  quiet().set(event, { until: clock().monotonic() + QUIET_MS, suppressed: 0 })
  log(level, msg, { ...fields, suppressed: last.suppressed })
}

/** What an error is, without its message, which may hold anything: its class, and Node's code where it has one. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
