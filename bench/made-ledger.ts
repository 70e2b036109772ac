import fs from 'node:fs'
import path from 'node:path'
import { randomFrom } from '@/lib/testing/indexer/random'
import { groupV1, groupV2, key, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { trueTokenAccount } from '@/lib/testing/indexer/true-account'

/** Transactions of one slot. */
const PER_SLOT = 5
const WALLETS = 200
const MINTS = 12

/** Where a ledger begins that goes on behind a store, or behind another ledger. */
interface LedgerStart {
  slot: number
  /** The next leaf of each tree. */
  leaf: number
}

/**
 * Writes a folder ledger of `count` token transfers: up to two accounts spent, two made, by events v1 and v2 in turn. The same
 * bytes for the same start. A folder ledger leaves out what does not make its hash, so every account does.
 */
export function writeLedger(folder: string, count: number, start: LedgerStart): LedgerStart {
  const into = path.join(folder, 'transactions')
  fs.mkdirSync(into, { recursive: true })
  const random = randomFrom(start.slot)
  const below = (limit: number) => Math.floor(random() * limit)
  const wallet = () => key(`wallet ${below(WALLETS)}`)
  const live = { v1: [] as Uint8Array[], v2: [] as Uint8Array[] }
  const leaves = { v1: start.leaf, v2: start.leaf }
  const made = (tree: 'v1' | 'v2') => {
    const [mint, amount] = [key(`mint ${below(MINTS)}`), BigInt(below(2 ** 31)) ** 2n]
    return trueTokenAccount(
      { mint, owner: wallet(), amount, delegate: below(5) ? null : wallet() },
      leaves[tree]++,
      tree,
    )
  }
  let { slot } = start
  for (let n = 0; n < count; n++) {
    slot = start.slot + Math.floor(n / PER_SLOT)
    const tree = n % 2 ? 'v1' : 'v2'
    const [inputs, seq] = [live[tree].splice(-10, below(3)), BigInt(leaves[tree] + 1)]
    const outputs = [made(tree), made(tree)]
    live[tree].push(...outputs.map(({ hash }) => hash))
    const group = tree === 'v1' ? groupV1({ inputs, outputs, seq }) : groupV2({ inputs, outputs })
    const blockTime = 1_790_000_000 + Math.floor((slot - 300_000_000) * 0.4)
    const result = { slot, blockTime, ...transactionOf(`${start.slot} transaction ${n}`, [group]) }
    fs.writeFileSync(path.join(into, `${String(n).padStart(8, '0')}.json`), JSON.stringify(result))
  }
  return { slot: slot + 1, leaf: Math.max(leaves.v1, leaves.v2) }
}
