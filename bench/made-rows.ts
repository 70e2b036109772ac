import { base58 } from '@scure/base'
import { randomFrom } from '@/lib/testing/indexer/random'
import { key, PROGRAM_IDS, QUEUE_V2, TREE_V1, TREE_V2 } from '@/lib/testing/indexer/synthetic-chain'

/*
 * The rows of a store of any size, the same for the same shape, one after the other and in the order of their ids: who
 * takes them keeps no more than it wants to. Which database they go into is not known here.
 */

export interface StoreShape {
  seed: number
  /** Accounts that are live in the end. */
  accounts: number
  /** How many of them belong to the token program, the owner of nearly all token accounts on a real chain. */
  tokens: number
  /** How many of those the one delegate who is asked about may move. */
  delegated: number
  /** Spent accounts beside the live ones. */
  spent: number
  mints: number
  wallets: number
  /** Programs and people that own what is no token account. */
  owners: number
}

/** What a column takes: a u64 is the same 64 bits, signed (store/rows.ts). */
export type MadeValue = null | number | bigint | Uint8Array

/** Columns of each table, in the order of a made row's values. */
export const COLUMNS = {
  trees: ['id', 'tree', 'tree_type', 'queue'],
  batch_appends: ['tree', 'next_index'],
  accounts: [
    'id',
    'hash',
    'owner',
    'lamports',
    'address',
    'discriminator',
    'data',
    'data_hash',
    'tree_id',
    'leaf_index',
    'seq',
    'slot_created',
    'spent',
  ],
  token_accounts: ['account_id', 'hash', 'mint', 'owner', 'amount', 'delegate', 'frozen', 'tlv', 'spent'],
  transactions: ['id', 'signature', 'slot', 'block_time'],
  account_transactions: ['account_id', 'transaction_id'],
} as const

export type Table = keyof typeof COLUMNS

/** One row: its table, and a value for each of COLUMNS. */
export type MadeRow = [table: Table, ...values: MadeValue[]]

const FIRST_SLOT = 300_000_000
const FIRST_TIME = 1_790_000_000
const SECONDS_PER_SLOT = 0.4
const TRANSACTIONS_PER_SLOT = 12

/** Accounts that a transaction makes, each as likely as it is listed: transfers make two, airdrops many. */
const OUTPUTS = [1, 1, 1, 2, 2, 2, 2, 3, 4, 10]

/** The longest an account lives that is spent, in transactions: most live much shorter. */
const MAX_LIFE = 50_000

/** Of what is no token account one in so many is plain SOL. */
const PLAIN_OF = 6
/** Of other programs' accounts one in so many has an address. */
const ADDRESS_OF = 2
/** Bytes of data that other programs keep: as often 8 to 16 as 512 to 1,024. */
const DATA_BYTES = { least: 8, most: 1_024 }
/** Of the token accounts that the one delegate may not move, one in so many has another delegate. */
const OTHER_DELEGATE_OF = 7
const FROZEN_OF = 12
/** Of this many amounts one lies just under 2^64, so that sums go beyond it. */
const HUGE_OF = 9

/** The trees that transactions write into, one as likely as the other: leaf indices of one owner repeat across them. */
const TREES = [
  { tree: TREE_V1, type: 1, queue: new Uint8Array(0) },
  { tree: key('made tree v1'), type: 1, queue: new Uint8Array(0) },
  { tree: TREE_V2, type: 3, queue: QUEUE_V2 },
  { tree: key('made tree v2 a'), type: 3, queue: key('made queue a') },
  { tree: key('made tree v2 b'), type: 3, queue: key('made queue b') },
]

/** Leaves of a v2 tree that still wait in its queue. */
const QUEUED = 500

/** The mint that most token accounts are of, the wallet that holds most of them, the delegate with `delegated` live ones. */
export const keysOf = (seed: number) => ({
  mint: key(`${seed} mint 0`),
  wallet: key(`${seed} wallet 0`),
  delegate: key(`${seed} delegate`),
})

/** @returns the slot that the store has reached. */
export function* madeRows(shape: StoreShape): Generator<MadeRow, number> {
  const random = randomFrom(shape.seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const make = accountMaker(shape, random)
  const leaves = TREES.map(() => 0)
  const longestLife = Math.max(1, Math.min(MAX_LIFE, Math.floor(shape.accounts / 10)))
  const left = { live: shape.accounts, spent: shape.spent }
  let [account, transaction, lastSpender, slot] = [0, 0, 0, 0]

  for (const [n, { tree, type, queue }] of TREES.entries()) yield ['trees', n + 1, tree, type, queue]
  while (left.live + left.spent > 0 || transaction < lastSpender) {
    transaction++
    slot = FIRST_SLOT + Math.floor(transaction / TRANSACTIONS_PER_SLOT)
    const blockTime = FIRST_TIME + Math.floor((slot - FIRST_SLOT) * SECONDS_PER_SLOT)
    yield ['transactions', transaction, make.unique(64, transaction), slot, blockTime]
    const tree = below(TREES.length)
    const outputs = Math.min(left.live + left.spent, OUTPUTS[below(OUTPUTS.length)] ?? 1)
    for (let n = 0; n < outputs; n++) {
      const live = below(left.live + left.spent) < left.live
      left[live ? 'live' : 'spent']--
      const leafIndex = leaves[tree] ?? 0
      leaves[tree] = leafIndex + 1
      account++
      yield* make.rows({ id: account, live, tree, leafIndex, slot })
      yield ['account_transactions', account, transaction]
      if (live) continue
      // Spent a while later. Known now, so that nothing has to be remembered until then.
      const spender = transaction + Math.floor(longestLife ** random())
      lastSpender = Math.max(lastSpender, spender)
      yield ['account_transactions', account, spender]
    }
  }
  for (const [n, { tree, type }] of TREES.entries()) {
    if (type === 3) yield ['batch_appends', tree, Math.max(0, (leaves[n] ?? 0) - QUEUED)]
  }
  return slot
}

interface AccountPlace {
  id: number
  live: boolean
  /** Position in TREES. */
  tree: number
  leafIndex: number
  slot: number
}

function accountMaker(shape: StoreShape, random: () => number) {
  const { seed, accounts, tokens, delegated } = shape
  const below = (limit: number) => Math.floor(random() * limit)
  const u32 = () => below(2 ** 32)
  const i64 = (high: number, low: number) => BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low))
  const tokenProgram = base58.decode(PROGRAM_IDS.token)
  const { delegate } = keysOf(seed)
  const walletKeys = keys(`${seed} wallet`, shape.wallets)
  const mintKeys = keys(`${seed} mint`, shape.mints)
  const ownerKeys = keys(`${seed} owner`, shape.owners)
  /** Zipf: the second is picked half as often as the first, the tenth a tenth as often. */
  const pick = (list: Uint8Array[]) => list[Math.floor((list.length + 1) ** random()) - 1] ?? tokenProgram
  /** Live accounts still to be made. What is spent is divided as they are. */
  const left = { live: accounts, tokens, delegated }

  /** Random bytes; of 32 and more the first is 0, as of hashes in the BN254 field. */
  const bytes = (length: number): Buffer => {
    const made = Buffer.allocUnsafe(length)
    let at = 0
    for (; at + 4 <= length; at += 4) made.writeUInt32LE(u32(), at)
    for (; at < length; at++) made[at] = below(256)
    if (length >= 32) made[0] = 0
    return made
  }

  /** Bytes of which no others of the same kind are the same, however many numbers were drawn: they end with their number. */
  const unique = (length: number, number: number): Uint8Array => {
    const made = bytes(length)
    made.writeUIntBE(number, length - 6, 6)
    return made
  }

  const isToken = (live: boolean): boolean => {
    if (!live) return below(accounts) < tokens
    const token = below(left.live--) < left.tokens
    if (token) left.tokens--
    return token
  }
  /** Asked after `isToken`, of a token account. */
  const isDelegated = (live: boolean): boolean => {
    if (!live) return below(tokens) < delegated
    const chosen = below(left.tokens + 1) < left.delegated
    if (chosen) left.delegated--
    return chosen
  }

  const rows = function* ({ id, live, tree, leafIndex, slot }: AccountPlace): Generator<MadeRow> {
    const hash = unique(32, id)
    const spent = live ? 0 : 1
    const seq = TREES[tree]?.type === 1 ? leafIndex + 1 : null
    const place: MadeValue[] = [tree + 1, leafIndex, seq, slot, spent]
    if (isToken(live)) {
      const mint = pick(mintKeys)
      const wallet = pick(walletKeys)
      const amount = below(HUGE_OF) === 0 ? -1n - BigInt(below(1_000)) : i64(u32() >>> below(32), u32())
      const of = isDelegated(live) ? delegate : below(OTHER_DELEGATE_OF) === 0 ? pick(walletKeys) : null
      const frozen = below(FROZEN_OF) === 0 ? 1 : 0
      const data = tokenDataOf(mint, wallet, amount, of, frozen)
      yield ['accounts', id, hash, tokenProgram, 0, null, 2, data, bytes(32), ...place]
      yield ['token_accounts', id, hash, mint, wallet, amount, of, frozen, null, spent]
    } else if (below(PLAIN_OF) === 0) {
      yield ['accounts', id, hash, pick(walletKeys), i64(below(2 ** 20), u32()), null, null, null, null, ...place]
    } else {
      const address = below(ADDRESS_OF) === 0 ? bytes(32) : null
      const { least, most } = DATA_BYTES
      const data = bytes(Math.floor(least * (most / least) ** random()))
      // Many programs begin with the key of who something belongs to.
      if (data.length >= 64) data.set(pick(walletKeys))
      yield ['accounts', id, hash, pick(ownerKeys), 0, address, i64(u32(), u32()), data, bytes(32), ...place]
    }
  }
  return { unique, rows }
}

/** The layout of token data v1 without extensions. facts/light-events.md 9. */
function tokenDataOf(
  mint: Uint8Array,
  wallet: Uint8Array,
  amount: bigint,
  delegate: Uint8Array | null,
  frozen: number,
): Uint8Array {
  const data = Buffer.alloc(delegate ? 107 : 75)
  data.set(mint)
  data.set(wallet, 32)
  data.writeBigInt64LE(amount, 64)
  if (delegate) {
    data[72] = 1
    data.set(delegate, 73)
  }
  data[data.length - 2] = frozen
  return data
}

function keys(name: string, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, n) => key(`${name} ${n}`))
}
