import { beginEntry, type ChainPosition, dropOldEntries, type Entry, headBlock, NO_ENTRY } from './journal'
import type { Store } from './open'
import { fromU64, toNumber } from './rows'

/** A new account version. facts/light-events.md 7. */
export interface NewAccount {
  hash: Uint8Array
  owner: Uint8Array
  lamports: bigint
  address: Uint8Array | null
  data: { discriminator: bigint; data: Uint8Array; dataHash: Uint8Array } | null
  tree: Uint8Array
  treeType: number
  queue: Uint8Array | null
  leafIndex: number
  seq: bigint | null
  token: {
    mint: Uint8Array
    owner: Uint8Array
    amount: bigint
    delegate: Uint8Array | null
    frozen: boolean
    tlv: Uint8Array | null
  } | null
}

/** What one compression transaction changes. */
export interface TransactionChanges {
  signature: Uint8Array
  /** Hashes consumed; unknown ones are ignored. */
  inputs: Uint8Array[]
  outputs: NewAccount[]
  batchAppends: { tree: Uint8Array; nextIndex: bigint }[]
}

/** What one slot changes. */
export interface BlockChanges {
  slot: number
  /** Unix seconds, 0 where the chain gave none. */
  blockTime: number
  transactions: TransactionChanges[]
  /** Where the block stands in its chain. Blocks of a live chain only. */
  chain?: ChainPosition
}

/** A tree has no more leaves than this; a greater claim in an event is cut, so that the column stays comparable. */
const MAX_LEAVES = 2n ** 32n

/** A block that does not follow the newest one stored; storing it would leave a hole or mix two forks. */
export class BrokenChain extends Error {
  override readonly name = 'BrokenChain'
}

/**
 * Stores blocks and the slot reached in one SQL transaction, with a journal of the blocks of a chain that may fork.
 * Applying a block again changes nothing, and the order of the transactions inside a block does not matter.
 * facts/light-events.md 10.
 * @throws BrokenChain when such a block does not follow the newest one; then nothing is stored.
 */
export function applyBlocks(store: Store, blocks: BlockChanges[]): void {
  store.write(() => {
    for (const block of blocks) {
      if (block.chain && !follows(store, block, block.chain)) continue
      applyBlock(store, block, block.chain ? beginEntry(store, block.slot, block.chain) : NO_ENTRY)
      store.run('UPDATE store SET slot = max(slot, ?)', BigInt(block.slot))
    }
    dropOldEntries(store)
  })
}

/** False for a block that is stored already. */
function follows(
  store: Store,
  { slot }: BlockChanges,
  { parentSlot, blockhash, parentBlockhash }: ChainPosition,
): boolean {
  const head = headBlock(store)
  if (!head) return true
  if (slot > head.slot) {
    if (parentSlot === head.slot && parentBlockhash === head.blockhash) return true
    throw new BrokenChain(`block ${slot} follows ${parentSlot} ${parentBlockhash}, not ${head.slot} ${head.blockhash}`)
  }
  const stored = store.get('SELECT blockhash FROM blocks WHERE slot = ?', BigInt(slot))?.blockhash
  if (stored === blockhash) return false
  throw new BrokenChain(`block ${slot} ${blockhash} is not the one stored: ${String(stored ?? 'none is remembered')}`)
}

/** The highest slot stored; 0 for an empty store. */
export function slotReached(store: Store): number {
  return toNumber(store.get('SELECT slot FROM store')?.slot)
}

/** Outputs before inputs: one transaction may create and consume the same account, and so may one block. */
function applyBlock(store: Store, { slot, blockTime, transactions }: BlockChanges, entry: Entry): void {
  for (const { outputs } of transactions) for (const account of outputs) insertAccount(store, account, slot)
  for (const { inputs } of transactions) for (const hash of inputs) spend(store, hash, entry)
  for (const { signature, inputs, outputs, batchAppends } of transactions) {
    const id = insertTransaction(store, signature, slot, blockTime)
    for (const hash of inputs) insertPair(store, id, hash, entry)
    for (const { hash } of outputs) insertPair(store, id, hash, entry)
    for (const { tree, nextIndex } of batchAppends) {
      entry.appends(tree)
      store.run(
        `INSERT INTO batch_appends (tree, next_index) VALUES (?, ?)
         ON CONFLICT (tree) DO UPDATE SET next_index = max(next_index, excluded.next_index)`,
        tree,
        nextIndex < MAX_LEAVES ? nextIndex : MAX_LEAVES,
      )
    }
  }
}

/** A known hash is left as it is, so that it can never be un-spent. */
function insertAccount(store: Store, account: NewAccount, slot: number): void {
  const { data } = account
  const inserted = store.run(
    `INSERT INTO accounts (hash, owner, lamports, address, discriminator, data, data_hash, tree_id, leaf_index, seq,
       slot_created)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
    account.hash,
    account.owner,
    fromU64(account.lamports),
    account.address,
    data && fromU64(data.discriminator),
    data?.data ?? null,
    data?.dataHash ?? null,
    treeId(store, account),
    BigInt(account.leafIndex),
    account.seq === null ? null : fromU64(account.seq),
    BigInt(slot),
  )
  if (inserted.changes === 0 || !account.token) return
  const { mint, owner, amount, delegate, frozen, tlv } = account.token
  store.run(
    `INSERT INTO token_accounts (account_id, hash, mint, owner, amount, delegate, frozen, tlv)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    inserted.lastInsertRowid,
    account.hash,
    mint,
    owner,
    fromU64(amount),
    delegate,
    frozen ? 1n : 0n,
    tlv,
  )
}

const NO_QUEUE = new Uint8Array(0)

function treeId(store: Store, { tree, treeType, queue }: NewAccount): bigint {
  const values = [tree, BigInt(treeType), queue ?? NO_QUEUE]
  const known = store.get('SELECT id FROM trees WHERE tree = ? AND tree_type = ? AND queue = ?', ...values)?.id
  if (typeof known === 'bigint') return known
  return store.run('INSERT INTO trees (tree, tree_type, queue) VALUES (?, ?, ?)', ...values).lastInsertRowid
}

function spend(store: Store, hash: Uint8Array, entry: Entry): void {
  const id = store.get('UPDATE accounts SET spent = 1 WHERE hash = ? AND spent = 0 RETURNING id', hash)?.id
  if (typeof id !== 'bigint') return
  entry.spent(id)
  store.run('UPDATE token_accounts SET spent = 1 WHERE account_id = ?', id)
}

function insertTransaction(store: Store, signature: Uint8Array, slot: number, blockTime: number): bigint {
  const inserted = store.run(
    'INSERT INTO transactions (signature, slot, block_time) VALUES (?, ?, ?) ON CONFLICT (signature) DO NOTHING',
    signature,
    BigInt(slot),
    BigInt(blockTime),
  )
  if (inserted.changes > 0) return inserted.lastInsertRowid
  const known = store.get('SELECT id FROM transactions WHERE signature = ?', signature)?.id
  if (typeof known !== 'bigint') throw new Error('a transaction that was there is gone')
  return known
}

/** Only for hashes that are known: what was created before the first slot stored has no row. */
function insertPair(store: Store, transactionId: bigint, hash: Uint8Array, entry: Entry): void {
  const added = store.get(
    `INSERT INTO account_transactions (account_id, transaction_id) SELECT id, ? FROM accounts WHERE hash = ?
     ON CONFLICT DO NOTHING RETURNING account_id`,
    transactionId,
    hash,
  )
  if (typeof added?.account_id === 'bigint') entry.paired(added.account_id, transactionId)
}
