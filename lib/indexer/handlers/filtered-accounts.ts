import { base58 } from '@scure/base'
import type { Params } from '@/lib/protocol/rpc/methods'
import type { Clock } from '../../platform/clock'
import { validationError } from '../json-rpc/method-error'
import type { WorkBudget } from '../json-rpc/work'
import { ACCOUNT_COLUMNS, toNumber } from '../store/rows'
import type { Reader, Row, SqlValue } from '../store/store'
import type { OwnerPosition } from './cursor'

/* Indexes cover a token account's mint and wallet; other filters scan the owner's accounts in batches, yielding in between. */

type Filters = NonNullable<Params<'getCompressedAccountsByOwner'>['filters']>

function toConditions(filters: Filters): Condition[] {
  return filters.map(({ memcmp }) => ({ offset: memcmp.offset, bytes: base58.decode(memcmp.bytes) }))
}

export function needsScan(filters: Filters): boolean {
  const conditions = toConditions(filters)
  return conditions.some(({ offset, bytes }) => bytes.length !== 32 || !BY_BYTES.some(({ start }) => start === offset))
}

interface Condition {
  offset: number
  bytes: Uint8Array
}

/** Five conditions of an offset and bytes each; unused ones are null. */
const CONDITIONS = [6, 8, 10, 12, 14]
  .map((at) => {
    // Cast, because PostgreSQL gives no type to a value that it first compares with null.
    const bytes = `CAST(?${at + 1} AS BLOB)`
    return `AND (${bytes} IS NULL OR substr(data, ?${at} + 1, length(${bytes})) = ${bytes})`
  })
  .join(' ')

/** Walks an index in the order of the leaf indices, which accounts of different trees may share. */
interface Walk {
  /** Selects the leaf index at which a batch of entries ends. */
  edge: string
  rows: string
}

function walkOf(index: string, entries: { edge: string; rows: string }): Walk {
  return {
    edge: `
  SELECT leaf_index FROM accounts INDEXED BY ${index}
  WHERE ${entries.edge} AND spent = 0 AND leaf_index >= ?2
  ORDER BY leaf_index LIMIT 1 OFFSET ?3`,
    rows: `
  SELECT ${ACCOUNT_COLUMNS}
  FROM accounts INDEXED BY ${index}
  CROSS JOIN trees ON trees.id = tree_id
  WHERE ${entries.rows} AND spent = 0 AND (leaf_index, hash) > (?2, ?3) AND leaf_index <= ?5 ${CONDITIONS}
  ORDER BY leaf_index, hash LIMIT ?4`,
  }
}

const ALL = walkOf('accounts_by_owner', { edge: 'owner = ?1', rows: 'owner = ?1 AND data IS NOT NULL' })

function ofBytes(index: string, start: number): Walk {
  // `substr(owner, 1)` keeps the planner from an index of owners; PostgreSQL has no INDEXED BY.
  const fixed = (value: string) => `data IS NOT NULL AND substr(data, ${start + 1}, 32) = ${value}`
  return walkOf(index, { edge: fixed('?1'), rows: `substr(owner, 1) = ?1 AND ${fixed('?16')}` })
}

/** The wallet first: fewer token accounts share a wallet than a mint. */
const BY_BYTES = [
  { start: 32, walk: ofBytes('accounts_by_data_32', 32) },
  { start: 0, walk: ofBytes('accounts_by_data_0', 0) },
]

/** Entries per scan. The first scans are short, since a mismatch costs PostgreSQL a page of its table. */
const FIRST_ENTRIES = 1_024
const FIRST_ENTRIES_FOR_EACH_ROW = 2
const MORE_ENTRIES = 4_096

const SCAN_TIMEOUT_MS = 2_000

/** After every account of a leaf index, and after every leaf index. */
const LAST_HASH = new Uint8Array(32).fill(255)
const LAST_LEAF = 2n ** 63n - 1n

export interface FilteredRequest {
  owner: Uint8Array
  after: OwnerPosition
  /** All must match; a filter without bytes matches any data. facts/photon-wire.md 5. */
  filters: Filters
  limit: number
}

/** @throws MethodError on timeout, since a short page would mean the end; ClientLeft when the client is gone */
export async function filteredAccounts(
  db: Reader,
  { owner, after, filters, limit }: FilteredRequest,
  { clock, work }: { clock: Clock; work: WorkBudget },
): Promise<Row[]> {
  const conditions = toConditions(filters)
  const { walk, key } = walkFor(conditions)
  const values = [...fiveOf(conditions), ...(key ? [key] : [])]
  const rows: Row[] = []
  const began = clock.monotonic()
  let { leafIndex, hash } = after
  const first = key ? FIRST_ENTRIES_FOR_EACH_ROW * limit : FIRST_ENTRIES
  for (let entries = first; ; entries = MORE_ENTRIES) {
    const edge = await db.get(walk.edge, key ?? owner, leafIndex, BigInt(entries))
    const end = edge ? BigInt(toNumber(edge.leaf_index)) : LAST_LEAF
    rows.push(...(await db.all(walk.rows, owner, leafIndex, hash, BigInt(limit - rows.length), end, ...values)))
    if (!edge || rows.length >= limit) return rows
    if (clock.monotonic() - began >= SCAN_TIMEOUT_MS) throw tooBroad(limit)
    leafIndex = end
    hash = LAST_HASH
    await work.others()
    work.assertAffordable()
  }
}

function tooBroad(limit: number): Error {
  return validationError(
    `filter too broad: ${SCAN_TIMEOUT_MS / 1000} s were not enough to find ${limit} matching accounts among those of this owner. Filter by the whole 32 bytes at offset 0 or 32 (mint and wallet of a token account), which an index finds, or ask for fewer with limit`,
  )
}

function walkFor(conditions: Condition[]): { walk: Walk; key: Uint8Array | null } {
  for (const { start, walk } of BY_BYTES) {
    const key = fixed(conditions, start)
    if (key) return { walk, key }
  }
  return { walk: ALL, key: null }
}

function fixed(conditions: Condition[], start: number): Uint8Array | null {
  for (const { offset, bytes } of conditions) {
    if (offset <= start && offset + bytes.length >= start + 32) return bytes.slice(start - offset, start - offset + 32)
  }
  return null
}

/** No account has as much data; larger offsets could overflow the database's arithmetic. */
const MAX_OFFSET = 2 ** 30

function fiveOf(conditions: Condition[]): SqlValue[] {
  return Array.from({ length: 5 }, (_, i): [SqlValue, SqlValue] => {
    const condition = conditions[i]
    if (!condition || condition.bytes.length === 0) return [null, null]
    return [BigInt(Math.min(condition.offset, MAX_OFFSET)), condition.bytes]
  }).flat()
}
