import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { delegateOf, madeRows, type StoreShape } from './made-rows'
import { writeSqlite } from './sqlite-sink'

/*
 * A store of the embedded indexer of any size, the same rows for the same shape. Nothing grows with it in memory. The
 * real indexer opens it with LEDGER at the (empty) ledger folder beside it, because a store remembers its ledger.
 */

export interface MadeStore {
  /** What the indexer is started with: LEDGER and DATABASE_URL. */
  env: { LEDGER: string; DATABASE_URL: string }
  databaseFile: string
  /** The delegate with `delegated` live token accounts, base58. */
  delegate: string
}

/** A shape of the usual proportions: half token accounts, a tenth of one delegate, one spent account to four live ones. */
export function shapeOf(accounts: number, seed: number): StoreShape {
  return {
    seed,
    accounts,
    tokens: Math.floor(accounts / 2),
    delegated: Math.floor(accounts / 10),
    spent: Math.floor(accounts / 4),
    mints: 10 + Math.floor(accounts / 5_000),
    wallets: 10 + Math.floor(accounts / 20),
    owners: 10 + Math.floor(accounts / 100),
  }
}

/** @param folder gets `ledger/` and `store.sqlite`. */
export async function writeStore(folder: string, shape: StoreShape): Promise<MadeStore> {
  const ledger = path.join(folder, 'ledger')
  const databaseFile = path.join(folder, 'store.sqlite')
  fs.mkdirSync(path.join(ledger, 'transactions'), { recursive: true })
  await writeSqlite(databaseFile, { ledger, programIds: PROGRAM_IDS }, madeRows(shape))
  return {
    env: { LEDGER: ledger, DATABASE_URL: `file:${databaseFile}` },
    databaseFile,
    delegate: base58.encode(delegateOf(shape)),
  }
}
