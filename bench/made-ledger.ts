import fs from 'node:fs'
import path from 'node:path'
import { randomFrom } from '@/lib/testing/indexer/random'
import {
  groupBatchAppend,
  groupV1,
  groupV2,
  key,
  type MadeAccount,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { trueAccount, trueTokenAccount } from '@/lib/testing/indexer/true-account'
import type { Instruction } from '../lib/protocol/light/groups'

/*
 * A folder ledger of any size, the same bytes for the same seed.
 * Bundled by great-store.mjs, since plain Node does not read TypeScript.
 */

/** Transactions of one slot. */
const PER_SLOT = 5

const FIRST_SLOT = 300_000_000
const FIRST_TIME = 1_790_000_000
const WALLETS = 200
const MINTS = 12

/** Where a ledger begins that goes on behind a store. */
export interface LedgerStart {
  slot: number
  /** The next leaf of each tree. */
  leaf: number
}

/**
 * Writes `transactions/*.json` with `count` transactions, each of which uses compression: token transfers (one or two
 * accounts spent, two made) of events v1 and v2 in equal parts, every tenth a plain SOL account, every hundredth a
 * forester's batch append.
 */
export function writeLedger(
  folder: string,
  count: number,
  seed: number,
  start: LedgerStart = { slot: FIRST_SLOT, leaf: 0 },
): void {
  const into = path.join(folder, 'transactions')
  fs.mkdirSync(into, { recursive: true })
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const names = (kind: string, amount: number) => Array.from({ length: amount }, (_, n) => key(`${kind} ${n}`))
  const [wallets, mints] = [names('wallet', WALLETS), names('mint', MINTS)]
  const pick = (list: Uint8Array[]) => list[below(list.length)] ?? new Uint8Array(32)
  const live = { v1: [] as Uint8Array[], v2: [] as Uint8Array[] }
  const leaves = { v1: start.leaf, v2: start.leaf }

  const made = (tree: 'v1' | 'v2'): MadeAccount => {
    const leafIndex = leaves[tree]++
    // A folder ledger leaves out what does not make its hash.
    if (below(10) === 0) {
      const lamports = BigInt(1 + below(2 ** 31)) * 10n ** 7n
      return trueAccount({ owner: pick(wallets), leafIndex, lamports }, tree)
    }
    const delegate = below(5) === 0 ? pick(wallets) : null
    const token = { mint: pick(mints), owner: pick(wallets), amount: BigInt(below(2 ** 31)) ** 2n, delegate }
    return trueTokenAccount(token, leafIndex, tree)
  }
  const spent = (hashes: Uint8Array[]) => {
    const taken = Math.min(hashes.length, 1 + below(2))
    return Array.from({ length: taken }, () => hashes.splice(below(hashes.length), 1)[0] ?? new Uint8Array(32))
  }
  const groupOf = (n: number): Instruction[] => {
    if (n % 100 === 99) return groupBatchAppend(BigInt(leaves.v2))
    const tree = below(2) === 0 ? 'v1' : 'v2'
    const [inputs, seq] = [spent(live[tree]), BigInt(leaves[tree] + 1)]
    const outputs = [made(tree), made(tree)]
    live[tree].push(...outputs.map(({ hash }) => hash))
    return tree === 'v1' ? groupV1({ inputs, outputs, seq }) : groupV2({ inputs, outputs })
  }

  for (let n = 0; n < count; n++) {
    const slot = start.slot + Math.floor(n / PER_SLOT)
    const blockTime = FIRST_TIME + Math.floor((slot - FIRST_SLOT) * 0.4)
    const result = { slot, blockTime, ...transactionOf(`${seed} transaction ${n}`, [groupOf(n)]) }
    fs.writeFileSync(path.join(into, `${String(n).padStart(8, '0')}.json`), JSON.stringify(result))
  }
}
