import { bytesKey } from '../../protocol/light/events-v1'
import type { TransactionUpdate } from '../../protocol/light/updates'
import type { BlockChanges } from './changes'
import { type AddressPair, computeChanges, type StoredState } from './compute-changes'
import { type ChainPosition, dropOldEntries, headBlock, type KnownBlock } from './journal'
import { toBytes, toNumber } from './rows'
import type { Reader, RowsStatement, SqlValue, Store } from './store'
import { writeChanges } from './write-changes'

/** Storing the block would leave a hole or mix two forks. */
export class BrokenChain extends Error {
  override readonly name = 'BrokenChain'
}

/** One transaction of few statements, idempotent. facts/light-events.md 10. @throws BrokenChain: nothing is stored */
export async function applyBlocks(store: Store, blocks: BlockChanges[]): Promise<void> {
  if (blocks.length === 0) return
  await store.write(async (db) => {
    const fresh = await following(db, blocks)
    if (fresh.length === 0) return
    await writeChanges(db, computeChanges(fresh, await find(db, fresh)))
    await dropOldEntries(db)
  })
}

/** 0 for an empty store. */
export async function slotReached(db: Reader): Promise<number> {
  return toNumber((await db.get('SELECT slot FROM store'))?.slot)
}

async function following(db: Reader, blocks: BlockChanges[]): Promise<BlockChanges[]> {
  let head = blocks.some(({ chain }) => chain) ? await headBlock(db) : null
  const fresh: BlockChanges[] = []
  for (const block of blocks) {
    const { slot, chain } = block
    if (chain && head) {
      if (slot > head.slot) assertFollows(block, chain, head)
      else {
        const earlier = fresh.find((other) => other.slot === slot)?.chain?.blockhash
        await assertStored(db, slot, chain.blockhash, earlier)
        continue
      }
    }
    if (chain) head = { slot, blockhash: chain.blockhash }
    fresh.push(block)
  }
  return fresh
}

function assertFollows({ slot }: BlockChanges, { parentSlot, parentBlockhash }: ChainPosition, head: KnownBlock): void {
  if (parentSlot === head.slot && parentBlockhash === head.blockhash) return
  throw new BrokenChain(`block ${slot} follows ${parentSlot} ${parentBlockhash}, not ${head.slot} ${head.blockhash}`)
}

async function assertStored(db: Reader, slot: number, blockhash: string, earlier: string | undefined): Promise<void> {
  const stored = earlier ?? (await db.get('SELECT blockhash FROM blocks WHERE slot = ?', BigInt(slot)))?.blockhash
  if (stored === blockhash) return
  throw new BrokenChain(`block ${slot} ${blockhash} is not the one stored: ${String(stored ?? 'none is remembered')}`)
}

const ACCOUNTS: RowsStatement = {
  columns: { hash: 'bytes' },
  sql: (given) => `SELECT id, accounts.hash, spent FROM ${given} JOIN accounts ON accounts.hash = given.hash`,
}

const TRANSACTIONS: RowsStatement = {
  columns: { signature: 'bytes' },
  sql: (given) =>
    `SELECT id, transactions.signature FROM ${given} JOIN transactions ON transactions.signature = given.signature`,
}

const TREES: RowsStatement = {
  columns: { tree: 'bytes' },
  sql: (given) => `SELECT id, trees.tree, tree_type, queue FROM ${given} JOIN trees ON trees.tree = given.tree`,
}

const APPENDS: RowsStatement = {
  columns: { tree: 'bytes' },
  sql: (given) =>
    `SELECT batch_appends.tree, next_index FROM ${given} JOIN batch_appends ON batch_appends.tree = given.tree`,
}

const PAIRS: RowsStatement = {
  columns: { account_id: 'integer', transaction_id: 'integer' },
  sql: (given) => `SELECT account_transactions.account_id, account_transactions.transaction_id FROM ${given}
    JOIN account_transactions ON account_transactions.account_id = given.account_id
      AND account_transactions.transaction_id = given.transaction_id`,
}

async function find(db: Reader, blocks: BlockChanges[]): Promise<StoredState> {
  const changes = blocks.flatMap((block) => block.transactions)
  const outputs = changes.flatMap((transaction) => transaction.outputs)
  const accounts = (await db.allEach(ACCOUNTS, distinct(changes.flatMap(hashesOf)))).map(({ id, hash, spent }) => ({
    id: idOf(id),
    hash: toBytes(hash),
    spent: spent === 1n,
  }))
  const signatures = distinct(changes.map(({ signature }) => signature))
  const transactions = (await db.allEach(TRANSACTIONS, signatures)).map(({ id, signature }) => ({
    id: idOf(id),
    signature: toBytes(signature),
  }))
  const trees = await db.allEach(TREES, distinct(outputs.map(({ tree }) => tree)))
  const appended = distinct(changes.flatMap(({ batchAppends }) => batchAppends.map(({ tree }) => tree)))
  return {
    accounts,
    transactions,
    pairs: await findPairs(db, changes, { accounts, transactions }),
    trees: trees.map(({ id, tree, tree_type, queue }) => ({
      id: idOf(id),
      tree: toBytes(tree),
      treeType: toNumber(tree_type),
      queue: toBytes(queue),
    })),
    batchAppends: (await db.allEach(APPENDS, appended)).map(({ tree, next_index }) => ({
      tree: toBytes(tree),
      nextIndex: BigInt(toNumber(next_index)),
    })),
    highest: {
      account: await highest(db, 'accounts'),
      transaction: await highest(db, 'transactions'),
      tree: await highest(db, 'trees'),
    },
    slot: await slotReached(db),
  }
}

/** Only a transaction that is stored again can have pairs already. */
async function findPairs(
  db: Reader,
  changes: TransactionUpdate[],
  known: Pick<StoredState, 'accounts' | 'transactions'>,
): Promise<AddressPair[]> {
  const accounts = new Map(known.accounts.map(({ hash, id }) => [bytesKey(hash), id]))
  const transactions = new Map(known.transactions.map(({ signature, id }) => [bytesKey(signature), id]))
  const candidates: SqlValue[][] = []
  for (const change of changes) {
    const transaction = transactions.get(bytesKey(change.signature))
    if (transaction === undefined) continue
    for (const hash of hashesOf(change)) {
      const account = accounts.get(bytesKey(hash))
      if (account !== undefined) candidates.push([account, transaction])
    }
  }
  return (await db.allEach(PAIRS, candidates)).map(({ account_id, transaction_id }) => ({
    accountId: idOf(account_id),
    transactionId: idOf(transaction_id),
  }))
}

function hashesOf({ inputs, outputs }: TransactionUpdate): Uint8Array[] {
  return [...inputs, ...outputs.map(({ hash }) => hash)]
}

async function highest(db: Reader, table: string): Promise<bigint> {
  return idOf((await db.get(`SELECT coalesce(max(id), 0) AS id FROM ${table}`))?.id)
}

function idOf(value: SqlValue | undefined): bigint {
  return BigInt(toNumber(value))
}

function distinct(keys: Uint8Array[]): SqlValue[][] {
  return [...new Map(keys.map((key) => [bytesKey(key), [key]])).values()]
}
