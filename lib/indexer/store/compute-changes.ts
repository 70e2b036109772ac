import { bytesKey } from '../../protocol/light/events-v1'
import type { AccountUpdate, TransactionUpdate } from '../../protocol/light/updates'
import type { BlockChanges } from './changes'

/* Computes the changes of blocks in memory, the same for every database. */

export interface StoredState {
  accounts: { id: bigint; hash: Uint8Array; spent: boolean }[]
  transactions: { id: bigint; signature: Uint8Array }[]
  pairs: AddressPair[]
  trees: { id: bigint; tree: Uint8Array; treeType: number; queue: Uint8Array }[]
  batchAppends: { tree: Uint8Array; nextIndex: bigint }[]
  /** The highest ids assigned; 0: none. */
  highest: { account: bigint; transaction: bigint; tree: bigint }
  slot: number
}

export interface AddressPair {
  accountId: bigint
  transactionId: bigint
}

/** Ids ascend in the order of the blocks. */
export interface StoreChanges extends Pick<StoredState, 'slot' | 'trees' | 'pairs' | 'batchAppends'> {
  accounts: { id: bigint; treeId: bigint; slot: number; account: AccountUpdate; spent: boolean }[]
  spent: bigint[]
  transactions: { id: bigint; signature: Uint8Array; slot: number; blockTime: number }[]
  journal: Entry[]
}

/** A block's journal entry: the state before it. */
interface Entry {
  slot: number
  blockhash: string
  slotBefore: number
  /** Null: the chain never abandons the block. */
  before: { account: bigint; transaction: bigint; tree: bigint } | null
  spent: bigint[]
  pairs: AddressPair[]
  /** Next indices, before the block, of the trees it appends to; null: no append so far. */
  batchAppends: { tree: Uint8Array; nextIndex: bigint | null }[]
}

/** A tree has no more leaves; larger indices in events are capped, so that the column stays comparable. */
const MAX_LEAVES = 2n ** 32n

const NO_QUEUE = new Uint8Array(0)

export function computeChanges(blocks: BlockChanges[], stored: StoredState): StoreChanges {
  const decision = new Decision(stored)
  for (const block of blocks) decision.block(block)
  return decision.changes
}

interface KnownAccount {
  id: bigint
  spent: boolean
  row?: StoreChanges['accounts'][number]
}

class Decision {
  readonly changes: StoreChanges
  private readonly accounts: Map<string, KnownAccount>
  private readonly transactions: Map<string, bigint>
  private readonly trees: Map<string, bigint>
  private readonly nextIndexes: Map<string, bigint>
  private readonly pairs: Set<string>
  private readonly highest: StoredState['highest']

  constructor(stored: StoredState) {
    this.changes = {
      slot: stored.slot,
      trees: [],
      accounts: [],
      spent: [],
      transactions: [],
      pairs: [],
      batchAppends: [],
      journal: [],
    }
    this.accounts = new Map(stored.accounts.map(({ hash, id, spent }) => [bytesKey(hash), { id, spent }]))
    this.transactions = new Map(stored.transactions.map(({ signature, id }) => [bytesKey(signature), id]))
    this.pairs = new Set(stored.pairs.map(pairKey))
    this.trees = new Map(stored.trees.map(({ id, ...place }) => [treeKey(place), id]))
    this.nextIndexes = new Map(stored.batchAppends.map(({ tree, nextIndex }) => [bytesKey(tree), nextIndex]))
    this.highest = { ...stored.highest }
  }

  /** Outputs before inputs: one transaction or block may create and consume the same account. */
  block({ slot, blockTime, transactions, chain }: BlockChanges): void {
    const entry: Entry | null = chain
      ? {
          slot,
          blockhash: chain.blockhash,
          slotBefore: this.changes.slot,
          before: chain.final ? null : { ...this.highest },
          ...{ spent: [], pairs: [], batchAppends: [] },
        }
      : null
    if (entry) this.changes.journal.push(entry)
    for (const { outputs } of transactions) for (const account of outputs) this.create(account, slot)
    for (const { inputs } of transactions) for (const hash of inputs) this.spend(hash, entry)
    for (const transaction of transactions) this.transaction(transaction, slot, blockTime, entry)
    this.changes.slot = Math.max(this.changes.slot, slot)
  }

  /** Ignores a known hash, so that it can never be un-spent. */
  private create(account: AccountUpdate, slot: number): void {
    const key = bytesKey(account.hash)
    if (this.accounts.has(key)) return
    const id = ++this.highest.account
    const row = { id, treeId: this.treeId(account), slot, account, spent: false }
    this.changes.accounts.push(row)
    this.accounts.set(key, { id, spent: false, row })
  }

  private treeId({ tree, treeType, queue }: AccountUpdate): bigint {
    const place = { tree, treeType, queue: queue ?? NO_QUEUE }
    const key = treeKey(place)
    const known = this.trees.get(key)
    if (known !== undefined) return known
    const id = ++this.highest.tree
    this.trees.set(key, id)
    this.changes.trees.push({ id, ...place })
    return id
  }

  private spend(hash: Uint8Array, entry: Entry | null): void {
    const account = this.accounts.get(bytesKey(hash))
    if (!account || account.spent) return
    account.spent = true
    if (account.row) account.row.spent = true
    else this.changes.spent.push(account.id)
    if (entry?.before && account.id <= entry.before.account) entry.spent.push(account.id)
  }

  private transaction(
    { signature, inputs, outputs, batchAppends }: TransactionUpdate,
    slot: number,
    blockTime: number,
    entry: Entry | null,
  ): void {
    const key = bytesKey(signature)
    const known = this.transactions.get(key)
    const id = known ?? ++this.highest.transaction
    if (known === undefined) {
      this.transactions.set(key, id)
      this.changes.transactions.push({ id, signature, slot, blockTime })
    }
    for (const hash of inputs) this.pair(hash, id, entry)
    for (const { hash } of outputs) this.pair(hash, id, entry)
    for (const { tree, nextIndex } of batchAppends) this.append(tree, nextIndex, entry)
  }

  /** Accounts from before the first stored slot have no row. */
  private pair(hash: Uint8Array, transactionId: bigint, entry: Entry | null): void {
    const accountId = this.accounts.get(bytesKey(hash))?.id
    if (accountId === undefined) return
    const pair = { accountId, transactionId }
    if (this.pairs.has(pairKey(pair))) return
    this.pairs.add(pairKey(pair))
    this.changes.pairs.push(pair)
    if (entry?.before && accountId <= entry.before.account) entry.pairs.push(pair)
  }

  private append(tree: Uint8Array, claimed: bigint, entry: Entry | null): void {
    const key = bytesKey(tree)
    const before = this.nextIndexes.get(key) ?? null
    const nextIndex = claimed < MAX_LEAVES ? claimed : MAX_LEAVES
    // Of several appends in one block, the first has the state before it.
    if (entry?.before && !entry.batchAppends.some((other) => bytesKey(other.tree) === key)) {
      entry.batchAppends.push({ tree, nextIndex: before })
    }
    if (before !== null && before >= nextIndex) return
    this.nextIndexes.set(key, nextIndex)
    const changed = this.changes.batchAppends.find((other) => bytesKey(other.tree) === key)
    if (changed) changed.nextIndex = nextIndex
    else this.changes.batchAppends.push({ tree, nextIndex })
  }
}

function treeKey({ tree, treeType, queue }: { tree: Uint8Array; treeType: number; queue: Uint8Array }): string {
  return `${treeType} ${bytesKey(tree)} ${bytesKey(queue)}`
}

function pairKey({ accountId, transactionId }: AddressPair): string {
  return `${accountId} ${transactionId}`
}
