import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { applyBlocks, type BlockChanges, type NewAccount } from '../lib/indexer/store/apply'
import { openSqlite } from '../lib/indexer/store/sqlite/open'
import { randomFrom } from '../lib/indexer/testing/random'
import {
  key,
  PROGRAM_IDS,
  QUEUE_V2,
  signature,
  TREE_V1,
  TREE_V2,
  tokenData,
} from '../lib/indexer/testing/synthetic-chain'

/*
 * A store of the embedded indexer of any size, the same rows for the same seed, filled through the indexer's own way of
 * applying blocks. Nothing is kept in memory but a few blocks. The real indexer opens it with LEDGER at the (empty)
 * ledger folder beside it, because a store remembers its ledger.
 */

export interface StoreShape {
  seed: number
  /** Accounts that are live in the end. */
  accounts: number
  /** How many of them are token accounts of the one delegate who is asked about. */
  delegated: number
  mints: number
  wallets: number
}

export interface MadeStore {
  /** What the indexer is started with: LEDGER and DATABASE_URL. */
  env: { LEDGER: string; DATABASE_URL: string }
  databaseFile: string
  /** The delegate with `delegated` live token accounts, base58. */
  delegate: string
}

const FIRST_SLOT = 300_000_000
const FIRST_TIME = 1_790_000_000
const PER_TRANSACTION = 4
const TRANSACTIONS_PER_SLOT = 50
/** Slots stored in one SQL transaction. */
const SLOTS_TOGETHER = 25
/** Of this many accounts one more is made that the next slot spends. */
const SPENT_OF = 8
/** Of this many accounts one is plain SOL, of the token accounts one has another delegate, one is frozen. */
const PLAIN_OF = 10
const OTHER_DELEGATE_OF = 7
const FROZEN_OF = 12
/** Of this many amounts one lies just under 2^64, so that sums go beyond it. */
const HUGE_OF = 9

/** @param folder gets `ledger/` and `store.sqlite`. */
export async function writeStore(folder: string, shape: StoreShape): Promise<MadeStore> {
  const { seed, accounts, delegated } = shape
  if (delegated > accounts) throw new Error(`${delegated} of ${accounts} accounts cannot be delegated`)
  const ledger = path.join(folder, 'ledger')
  const databaseFile = path.join(folder, 'store.sqlite')
  fs.mkdirSync(path.join(ledger, 'transactions'), { recursive: true })
  const delegate = key(`${seed} delegate`)
  const store = openSqlite(databaseFile, { ledger, programIds: PROGRAM_IDS })
  try {
    const make = maker(shape, delegate)
    let blocks: BlockChanges[] = []
    let toSpend: Uint8Array[] = []
    for (let made = 0, slot = FIRST_SLOT; made < accounts || toSpend.length > 0; slot++) {
      const outputs: NewAccount[] = []
      const spentNext: Uint8Array[] = []
      while (made < accounts && outputs.length < PER_TRANSACTION * TRANSACTIONS_PER_SLOT) {
        // Spread evenly, and exactly as many as wanted.
        const isDelegated = Math.floor(((made + 1) * delegated) / accounts) > Math.floor((made * delegated) / accounts)
        outputs.push(make(isDelegated))
        if (made++ % SPENT_OF === 0) {
          const spent = make(made % 2 === 0)
          outputs.push(spent)
          spentNext.push(spent.hash)
        }
      }
      blocks.push(blockOf(seed, slot, outputs, toSpend))
      toSpend = spentNext
      if (blocks.length === SLOTS_TOGETHER) {
        await applyBlocks(store, blocks)
        blocks = []
      }
    }
    await applyBlocks(store, blocks)
  } finally {
    await store.close()
  }
  return {
    env: { LEDGER: ledger, DATABASE_URL: `file:${databaseFile}` },
    databaseFile,
    delegate: base58.encode(delegate),
  }
}

function blockOf(seed: number, slot: number, outputs: NewAccount[], inputs: Uint8Array[]): BlockChanges {
  const count = Math.max(1, Math.ceil(outputs.length / PER_TRANSACTION))
  const share = <T>(list: T[], n: number) => list.filter((_, i) => i % count === n)
  return {
    slot,
    blockTime: FIRST_TIME + Math.floor((slot - FIRST_SLOT) * 0.4),
    transactions: Array.from({ length: count }, (_, n) => ({
      signature: signature(`${seed} transaction ${slot} ${n}`),
      inputs: share(inputs, n),
      outputs: share(outputs, n),
      batchAppends: [],
    })),
  }
}

/** Makes accounts one after the other; `isDelegated` says whether the one delegate may move it. */
function maker({ seed, mints, wallets }: StoreShape, delegate: Uint8Array): (isDelegated: boolean) => NewAccount {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const u64 = () => (BigInt(below(2 ** 32)) << 32n) | BigInt(below(2 ** 32))
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, n) => key(`${seed} ${kind} ${n}`))
  const [walletKeys, mintKeys] = [names('wallet', wallets), names('mint', mints)]
  // Uneven, as holdings are: the first ones are picked far more often.
  const pick = (list: Uint8Array[]) => list[Math.floor(random() ** 2 * list.length)] ?? new Uint8Array(32)
  const tokenProgram = base58.decode(PROGRAM_IDS.token)
  let n = 0
  const leaves = { v1: 0, v2: 0 }

  return (isDelegated) => {
    const v2 = below(2) === 0
    const place = {
      hash: key(`${seed} account ${n++}`),
      address: null,
      tree: v2 ? TREE_V2 : TREE_V1,
      treeType: v2 ? 3 : 1,
      queue: v2 ? QUEUE_V2 : null,
      leafIndex: v2 ? leaves.v2++ : leaves.v1++,
      seq: v2 ? null : BigInt(leaves.v1),
    }
    if (!isDelegated && below(PLAIN_OF) === 0) {
      return { ...place, owner: pick(walletKeys), lamports: u64() >> 8n, data: null, token: null }
    }
    const token = {
      mint: pick(mintKeys),
      owner: pick(walletKeys),
      amount: below(HUGE_OF) === 0 ? 2n ** 64n - 1n - BigInt(below(1_000)) : u64() >> BigInt(below(40)),
      delegate: isDelegated ? delegate : below(OTHER_DELEGATE_OF) === 0 ? pick(walletKeys) : null,
      frozen: below(FROZEN_OF) === 0,
      tlv: null,
    }
    return { ...place, owner: tokenProgram, lamports: 0n, data: tokenData(token), token }
  }
}
