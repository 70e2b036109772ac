import type { Client, ClientConfig, CustomTypesConfig, Pool } from 'pg'
import { pause } from '../../../platform/clock'

/** What DATABASE_URL says. */
export interface ServerSettings {
  config: ClientConfig
  /** False behind a pooler that gives each transaction another connection: nothing may be kept in one (`pooler=true`). */
  keepsSessions: boolean
}

/** Milliseconds until a connection counts as not to be had. */
const CONNECT_WITHIN = 5000

/** Milliseconds of silence after which the other side is asked whether it is there. */
const KEEPALIVE_AFTER = 3000

/** Types by their numbers in PostgreSQL's catalog. */
const INTEGERS = new Set([20, 21, 23])
const BYTES = 17

/** Every integer as bigint, bytes as bytes, the rest as text. */
const TYPES: CustomTypesConfig = {
  getTypeParser: (oid: number) => (INTEGERS.has(oid) ? BigInt : oid === BYTES ? bytesOf : String),
}

function bytesOf(text: string): Uint8Array {
  if (!text.startsWith('\\x')) throw new Error('the server must write bytes in hex (bytea_output)')
  return Buffer.from(text.slice(2), 'hex')
}

/** The URL is the driver's, but for our own word in its query. */
export function serverSettings(url: string): ServerSettings {
  const [place = '', query = ''] = url.split(/\?(.*)/s)
  const words = new URLSearchParams(query)
  const pooled = words.get('pooler') === 'true'
  words.delete('pooler')
  return {
    config: {
      connectionString: words.size > 0 ? `${place}?${words}` : place,
      fallback_application_name: 'leafscan',
      connectionTimeoutMillis: CONNECT_WITHIN,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_AFTER,
      // Statements go out without waiting for the answers to those before them.
      pipeline: true,
      types: TYPES,
    },
    keepsSessions: !pooled,
  }
}

/**
 * The planner is kept to the indexes that our statements were made for, in the order in which they name the tables: what
 * it knows of a table that just grew a thousandfold is old. It plans for the values at hand, since the owner who has half
 * of all accounts is not like the others. Compiling a statement, or starting processes to share it, costs more than any of
 * them takes.
 */
const PLANNER = [
  'SET plan_cache_mode = force_custom_plan',
  'SET enable_seqscan = off',
  'SET enable_bitmapscan = off',
  'SET enable_hashjoin = off',
  'SET enable_mergejoin = off',
  'SET join_collapse_limit = 1',
  'SET jit = off',
  'SET max_parallel_workers_per_gather = 0',
]

/** Sent once to each connection that keeps its settings. A setting that the server does not know is skipped. */
export function prepareConnection(client: Client, more: string[] = []): void {
  for (const text of [...PLANNER, ...more]) client.query(text).catch(() => undefined)
}

/** The driver, loaded only for a PostgreSQL store. */
export async function loadDriver(): Promise<{ Client: typeof Client; Pool: typeof Pool }> {
  return (await import('pg')).default
}

/** Milliseconds that a goodbye may take: one whose server is gone may never be answered. */
const GOODBYE = 1000

/** Ends a connection, whatever has become of it. */
export async function endConnection(client: Client): Promise<void> {
  const late = new AbortController()
  const closed = client.end().catch(() => undefined)
  await Promise.race([closed, pause(GOODBYE, late.signal)])
  late.abort()
}
