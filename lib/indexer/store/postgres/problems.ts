import { DAMAGED } from '../damage'

/* A server's own texts may name hosts and users: those stay out of logs and answers. */

/** The outcome of running statements is unknown. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone'
  /** @param code of the system, e.g. ECONNREFUSED, or a key of REASONS */
  constructor(readonly code: string | null) {
    super(code === null ? LOST : (REASONS[code] ?? `there is no connection to the database (${code})`))
  }
}

const LOST = 'the connection to the database is lost'

const REASONS: Record<string, string> = {
  ECONNRESET: LOST,
  EPIPE: LOST,
  ECONNREFUSED: 'the database takes no connections',
  ENOENT: 'the database takes no connections',
  ENOTFOUND: 'the host of the database is not known',
  EAI_AGAIN: 'the host of the database is not known',
  REPLACED: 'another process has the right to write',
  ETIMEDOUT: 'the database does not answer in time',
  NO_TLS: 'the database does not speak TLS',
}

/** By SQLSTATE, first match. */
const PROBLEMS: [pattern: RegExp, problem: string][] = [
  [/^08/, LOST],
  [/^(25P03|57P05)$/, LOST],
  [/^53100$/, 'the disk of the database is full'],
  [/^53300$/, 'the database has no connection left'],
  [/^53/, 'the database is short of memory'],
  [/^57P0/, 'the database is shutting down or starting'],
  [/^57014$/, 'the database broke a statement off'],
  [/^25006$/, 'the database takes no writes'],
  [/^XX00[12]$/, DAMAGED],
  [/^58030$/, 'the disk of the database fails'],
  [/^(40001|40P01|55P03)$/, 'the database is busy with another transaction'],
]

/** For operators; null for any other failure. The transaction may be retried. facts/reliability.md (c) F52. */
export function serverProblem(error: unknown): string | null {
  if (error instanceof ServerGone) return error.message
  const state = sqlState(error)
  return state === null ? null : (PROBLEMS.find(([pattern]) => pattern.test(state))?.[1] ?? null)
}

/** Null: not a server's error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return null
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}

/** Transient: a replica's recovery conflict (40001), a server restart, a dead connection. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ServerGone) return error.code === null || error.code === 'ECONNRESET' || error.code === 'EPIPE'
  return /^(40001|40P01|57P0[125]|25P03)$/.test(sqlState(error) ?? '')
}

export function endsConnection(error: unknown): boolean {
  return error instanceof ServerGone || /^(57P|25P03|08)/.test(sqlState(error) ?? '')
}

/** A connection error of the driver may name the host. */
export function redactHost(error: unknown): unknown {
  if (sqlState(error) !== null || !(error instanceof Error)) return error
  if ('code' in error && typeof error.code === 'string') return new ServerGone(error.code)
  if (/not support SSL/.test(error.message)) return new ServerGone('NO_TLS')
  return new ServerGone(/time ?out/i.test(error.message) ? 'ETIMEDOUT' : null)
}
