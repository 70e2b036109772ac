import type { Client, ClientConfig, CustomTypesConfig, Pool } from 'pg'
import { pause } from '../../../platform/clock'

export interface ServerSettings {
  config: ClientConfig
  /** False behind a transaction pooler (`pooler=true`): no state can be kept in a connection. */
  keepsSessions: boolean
}

const CONNECT_TIMEOUT_MS = 5000

const KEEPALIVE_AFTER_MS = 3000

/** Ids of types in PostgreSQL's catalog. */
const INTEGERS = new Set([20, 21, 23])
const BYTES = 17

const TYPES: CustomTypesConfig = {
  getTypeParser: (oid: number) => (INTEGERS.has(oid) ? BigInt : oid === BYTES ? bytesOf : String),
}

function bytesOf(text: string): Uint8Array {
  if (!text.startsWith('\\x')) throw new Error('the server must write bytes in hex (bytea_output)')
  return Buffer.from(text.slice(2), 'hex')
}

/** The driver's URL, except for `pooler` in its query. */
export function serverSettings(url: string): ServerSettings {
  const [place = '', query = ''] = url.split(/\?(.*)/s)
  const words = new URLSearchParams(query)
  const pooled = words.get('pooler') === 'true'
  words.delete('pooler')
  return {
    config: {
      connectionString: words.size > 0 ? `${place}?${words}` : place,
      fallback_application_name: 'leafscan',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
      pipeline: true,
      types: TYPES,
    },
    keepsSessions: !pooled,
  }
}

/**
 * Keeps the planner to the intended indexes and join order: its statistics lag behind a fast-growing table. Plans per value,
 * since owners differ in size. JIT and parallel workers cost more than any statement.
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

/** Once per connection that keeps its settings; unknown settings are skipped. */
export function prepareConnection(client: Client, more: string[] = []): void {
  for (const text of [...PLANNER, ...more]) client.query(text).catch(() => undefined)
}

export async function loadDriver(): Promise<{ Client: typeof Client; Pool: typeof Pool }> {
  return (await import('pg')).default
}

/** A dead server never confirms that the connection closed. */
const CLOSE_TIMEOUT_MS = 1000

export async function endConnection(client: Client): Promise<void> {
  const late = new AbortController()
  const closed = client.end().catch(() => undefined)
  await Promise.race([closed, pause(CLOSE_TIMEOUT_MS, late.signal)])
  late.abort()
}
