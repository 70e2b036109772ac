import { clock, nowIso } from '../clock'
import { logText } from '../log/line'
import { once } from '../once'

/*
 * What the explorer's process says while it runs: one line of JSON on stderr for each event (facts/reliability.md (f)).
 * Words and numbers of ours: no URL, no query, no body, no address of a reader or of the chain, no text of an indexer.
 */

export type LogLevel = 'info' | 'warn' | 'error'

/** Members are named as facts/reliability.md (f) names them: upstream (a network's name), op, route, status, dur_ms … */
export type LogMembers = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

export function log(level: LogLevel, msg: string, members: LogMembers = {}): void {
  process.stderr.write(`${logText({ ts: nowIso(), level, msg, ...members })}\n`)
}

/** At most one line for each event and key in this time (ms), so that what fails again and again does not fill a disk. */
const QUIET_MS = 5_000

interface Quiet {
  until: number
  /** Events since the last line. */
  suppressed: number
}

const quiet = once(() => new Map<string, Quiet>())

/** As log(), for what may happen often. `key`: from a bounded set. The line tells how many were left out before it. */
export function logSeldom(key: string, level: LogLevel, msg: string, members: LogMembers): void {
  const event = `${msg} ${key}`
  const last = quiet().get(event) ?? { until: 0, suppressed: 0 }
  if (clock().monotonic() < last.until) {
    last.suppressed++
    return
  }
  quiet().set(event, { until: clock().monotonic() + QUIET_MS, suppressed: 0 })
  log(level, msg, { ...members, suppressed: last.suppressed })
}

/** What an error is, without its message, which may hold anything: its class, and Node's code where it has one. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}
