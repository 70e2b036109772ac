import { DAMAGED } from '../damage'

/*
 * What can be wrong with a server, in words. Its own texts may name hosts and users, which stay out of logs and answers;
 * what it says of our statements is passed on.
 */

/** The connection is gone, or could not be had: nothing is known of what was under way. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone'
  /** @param code what the system calls it, e.g. ECONNREFUSED, or a word of ours below. */
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

/** By SQLSTATE, the first that fits. */
const PROBLEMS: [pattern: RegExp, problem: string][] = [
  [/^08/, LOST],
  [/^(25P03|57P05)$/, LOST],
  [/^53100$/, 'the disk of the database is full'],
  [/^53300$/, 'the database has no connection left'],
  [/^53/, 'the database is short of memory'],
  [/^57P0/, 'the database is shutting down or starting'],
  [/^57014$/, 'the database broke a statement off'],
  [/^25006$/, 'the database takes no writes'],
  // Of its data, of an index.
  [/^XX00[12]$/, DAMAGED],
  [/^58030$/, 'the disk of the database fails'],
  [/^(40001|40P01|55P03)$/, 'the database is busy with another transaction'],
]

/**
 * Why the server did not take a transaction, in words for people on call; null for every other failure. The same may be
 * tried again. facts/reliability.md (c) F52.
 */
export function serverProblem(error: unknown): string | null {
  if (error instanceof ServerGone) return error.message
  const state = sqlState(error)
  return state === null ? null : (PROBLEMS.find(([pattern]) => pattern.test(state))?.[1] ?? null)
}

/** The SQLSTATE of what a server said; null where it was not a server that spoke. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return null
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}

/**
 * True for what is over when it is asked again: a replica that had to choose between the reader and its source (40001), a
 * server that went or came back, a connection that died while nobody looked.
 */
export function passesAtOnce(error: unknown): boolean {
  if (error instanceof ServerGone) return error.code === null || error.code === 'ECONNRESET' || error.code === 'EPIPE'
  return /^(40001|40P01|57P0[125]|25P03)$/.test(sqlState(error) ?? '')
}

/** True where the server has ended, or is about to end, the connection on which it said so. */
export function endsConnection(error: unknown): boolean {
  return error instanceof ServerGone || /^(57P|25P03|08)/.test(sqlState(error) ?? '')
}

/** As it is passed on: what the driver says of a connection may name the host. */
export function withoutHost(error: unknown): unknown {
  if (sqlState(error) !== null || !(error instanceof Error)) return error
  if ('code' in error && typeof error.code === 'string') return new ServerGone(error.code)
  if (/not support SSL/.test(error.message)) return new ServerGone('NO_TLS')
  return new ServerGone(/time ?out/i.test(error.message) ? 'ETIMEDOUT' : null)
}
