import { base58 } from '@scure/base'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { encodeDelegateCursor, encodeLatestCursor, encodeOwnerCursor } from '../lib/indexer/handlers/cursor'
import { openPostgresToCheck } from '../lib/indexer/store/postgres/open'
import { toBase58, toBytes } from '../lib/indexer/store/rows'
import { openExistingSqlite } from '../lib/indexer/store/sqlite/open'
import type { Reader, Row, SqlValue } from '../lib/indexer/store/store'
import { delegateOf, greatest } from './made-rows'
import { shapeOf } from './made-store'

/*
 * What scale.mjs asks a made store: its great listings with cursors that lead to their middle and their end, counted out
 * in the store itself.
 */

/** Cursors of one listing. */
export interface Listing {
  name: string
  method: string
  params: Record<string, unknown>
  total: number
  middle: string
  /** By page size: behind it the last page, which is full. */
  last: Record<number, string>
  /** Evenly spread over the whole. */
  anywhere: string[]
}

/** Where what comes next goes. */
export interface End {
  slot: number
  /** A leaf index that no account has. */
  nextLeaf: number
}

export interface Places {
  listings: Listing[]
  /** Accounts from all over the store, base58. */
  hashes: string[]
}

const SIZES = [100, 1000]
const SPREAD = 200
const HASHES = 1000

interface PagedListing {
  name: string
  method: string
  params: Record<string, unknown>
  /** The listing's table and condition, and what it is ordered by. */
  from: string
  values: Uint8Array[]
  order: string
  cursor(row: Row): string
}

/** @param databaseUrl DATABASE_URL, of an indexer that does not run */
export function placesOf(databaseUrl: string, accounts: number, seed: number): Promise<Places> {
  const shape = shapeOf(accounts, seed)
  const { mint, wallet } = greatest(shape)
  const tokenProgram = base58.decode(PROGRAM_IDS.token)
  const owner = PROGRAM_IDS.token
  const delegate = base58.encode(delegateOf(shape))
  const filter = (offset: number, bytes: Uint8Array) => ({
    owner,
    filters: [{ memcmp: { offset, bytes: base58.encode(bytes) } }],
  })
  const ofOwner = {
    method: 'getCompressedAccountsByOwner',
    order: 'leaf_index, hash',
    cursor: (row: Row) => encodeOwnerCursor({ leafIndex: BigInt(String(row.leaf_index)), hash: toBytes(row.hash) }),
  }
  const ofDelegate = {
    method: 'getCompressedTokenAccountsByDelegate',
    order: 'mint, hash',
    cursor: (row: Row) => encodeDelegateCursor({ mint: toBytes(row.mint), hash: toBytes(row.hash) }),
  }
  const pagedListings: PagedListing[] = [
    {
      ...ofOwner,
      name: 'by owner',
      params: { owner },
      from: 'accounts WHERE owner = ? AND spent = 0',
      values: [tokenProgram],
    },
    {
      ...ofOwner,
      name: 'by owner, of a mint',
      params: filter(0, mint),
      from: 'accounts INDEXED BY accounts_by_data_0 WHERE owner = ? AND spent = 0 AND data IS NOT NULL AND substr(data, 1, 32) = ?',
      values: [tokenProgram, mint],
    },
    {
      ...ofOwner,
      name: 'by owner, of a wallet',
      params: filter(32, wallet),
      from: 'accounts INDEXED BY accounts_by_data_32 WHERE owner = ? AND spent = 0 AND data IS NOT NULL AND substr(data, 33, 32) = ?',
      values: [tokenProgram, wallet],
    },
    {
      ...ofDelegate,
      name: 'by delegate',
      params: { delegate },
      from: 'token_accounts WHERE delegate = ? AND spent = 0',
      values: [delegateOf(shape)],
    },
    {
      ...ofDelegate,
      name: 'by delegate, of a mint',
      params: { delegate, mint: base58.encode(mint) },
      from: 'token_accounts WHERE delegate = ? AND spent = 0 AND mint = ?',
      values: [delegateOf(shape), mint],
    },
    {
      method: 'getLatestCompressionSignatures',
      name: 'latest',
      params: {},
      from: 'transactions',
      values: [],
      order: 'slot DESC, signature DESC',
      cursor: (row) => encodeLatestCursor({ slot: BigInt(String(row.slot)), signature: toBytes(row.signature) }),
    },
  ]
  return withStore(databaseUrl, async (db) => {
    const listings: Listing[] = []
    for (const listing of pagedListings) listings.push(await placed(listing, db))
    const ids = spread(1, await number(db, 'SELECT max(id) AS n FROM accounts'), HASHES)
    const hashes = await db.all(`SELECT hash FROM accounts WHERE id IN (${ids.join(', ')})`)
    return { listings, hashes: hashes.map(({ hash }) => toBase58(hash)) }
  })
}

export function endOf(databaseUrl: string): Promise<End> {
  const tokenProgram = base58.decode(PROGRAM_IDS.token)
  return withStore(databaseUrl, async (db) => ({
    slot: await number(db, 'SELECT slot AS n FROM store'),
    nextLeaf:
      1 + (await number(db, 'SELECT max(leaf_index) AS n FROM accounts WHERE owner = ? AND spent = 0', tokenProgram)),
  }))
}

async function withStore<T>(databaseUrl: string, use: (db: Reader) => Promise<T>): Promise<T> {
  const [, file] = /^file:(.*)$/.exec(databaseUrl) ?? []
  const store = file === undefined ? await openPostgresToCheck(databaseUrl) : openExistingSqlite(file)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

async function number(db: Reader, sql: string, ...values: SqlValue[]): Promise<number> {
  return Number((await db.get(sql, ...values))?.n)
}

/** One walk over the listing's index, which is as long as the listing. */
async function placed(listing: PagedListing, db: Reader): Promise<Listing> {
  const { name, method, params, from, values, order, cursor } = listing
  const total = await number(db, `SELECT count(*) AS n FROM ${from}`, ...values)
  const sizes = SIZES.filter((size) => total > 2 * size)
  const middle = Math.floor(total / 2)
  const wanted = [middle, ...sizes.map((size) => total - size), ...spread(1, total, SPREAD)]
  const columns = order.replaceAll(' DESC', '')
  const rows = await db.all(
    `SELECT ${columns}, n FROM (SELECT ${columns}, row_number() OVER (ORDER BY ${order}) AS n FROM ${from}) AS numbered
     WHERE n IN (${wanted.join(', ')})`,
    ...values,
  )
  const found = new Map(rows.map((row) => [Number(row.n), cursor(row)]))
  const at = (n: number) => found.get(n) ?? ''
  return {
    ...{ name, method, params, total },
    middle: at(middle),
    last: Object.fromEntries(sizes.map((size) => [size, at(total - size)])),
    anywhere: spread(1, total, SPREAD).map(at),
  }
}

/** Whole numbers from the first to below the end, evenly spread and each once. */
function spread(first: number, end: number, count: number): number[] {
  return [...new Set(Array.from({ length: count }, (_, n) => first + Math.floor(((end - first) * n) / count)))]
}
