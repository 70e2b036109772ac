import { clock, nowIso } from './clock'
import { toLogLine } from './log-line'
import { once } from './once'

/* The log: one JSON line per event on stderr. No URL, query, body, client IP or foreign text. facts/reliability.md (f). */

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/**
 * `error`: needs action, or data are wrong; `warn`: may recover without help; `info`: start, stop and state changes;
 * `debug`: every request and call.
 */
export type LogLevel = (typeof LEVELS)[number]

/** Field names of facts/reliability.md (f), the same in both processes. `status` is ours, `up_status` an indexer's. */
export type LogFields = Readonly<Record<string, string | number | readonly string[] | null | undefined>>

/** Not from environment.ts: threads and child processes log before they receive settings. design.md 4.2. */
const minLevel = once('log level', () => {
  const at = (LEVELS as readonly string[]).indexOf(process.env.LOG_LEVEL ?? '')
  return at < 0 ? LEVELS.indexOf('info') : at
})

export function isLogged(level: LogLevel): boolean {
  return LEVELS.indexOf(level) >= minLevel()
}

export function log(level: LogLevel, msg: string, fields: LogFields = {}): void {
  if (!isLogged(level)) return
  process.stderr.write(`${toLogLine({ ts: nowIso(), level, msg, ...fields })}\n`)
}

/** Without this, a write to a closed stderr ends the process, or Node reports that failure to stderr forever. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Milliseconds between lines of one event and key, so that a repeating failure does not fill the disk. */
const THROTTLE_MS = 5_000

interface Quiet {
  until: number
  suppressed: number
}

const quiet = once('repeated log lines', () => new Map<string, Quiet>())

export function logThrottled(key: string, level: LogLevel, msg: string, fields: LogFields): void {
  if (!isLogged(level)) return
  const event = `${msg} ${key}`
  const last = quiet().get(event) ?? { until: 0, suppressed: 0 }
  if (clock().monotonic() < last.until) {
    last.suppressed++
    return
  }
  quiet().set(event, { until: clock().monotonic() + THROTTLE_MS, suppressed: 0 })
  log(level, msg, { ...fields, suppressed: last.suppressed })
}

/** Class and Node code, without the message, which may hold anything. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
