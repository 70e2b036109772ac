import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { openSqlite } from '../lib/indexer/store/sqlite/open'
import { letGo } from '../lib/indexer/testing/let-go'
import { PROGRAM_IDS } from '../lib/indexer/testing/synthetic-chain'
import { type StoreShape, writeStore } from './made-store'

/** What a made store holds: a digest of all that is visible, and counts. */
async function contents(shape: StoreShape) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-made-'))
  try {
    const { databaseFile, env, delegate } = await writeStore(folder, shape)
    await letGo()
    const store = openSqlite(databaseFile, { ledger: env.LEDGER, programIds: PROGRAM_IDS })
    const digest = createHash('sha256')
    for (const table of ['accounts', 'token_accounts', 'transactions', 'account_transactions']) {
      for (const row of await store.all(`SELECT * FROM ${table} ORDER BY 1, 2`)) {
        for (const value of Object.values(row)) {
          digest.update(value instanceof Uint8Array ? value : String(value)).update('\0')
        }
      }
    }
    const live = (await store.get('SELECT count(*) AS count FROM accounts WHERE spent = 0'))?.count
    const spent = (await store.get('SELECT count(*) AS count FROM accounts WHERE spent = 1'))?.count
    const delegated = await store.get(
      'SELECT count(*) AS count, count(DISTINCT mint) AS mints FROM token_accounts WHERE delegate = ? AND spent = 0',
      base58.decode(delegate),
    )
    await store.close()
    return { digest: digest.digest('hex'), live, spent, delegated: { ...delegated } }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const SHAPE: StoreShape = { seed: 7, accounts: 3_000, delegated: 700, mints: 5, wallets: 60 }

test('a made store holds exactly what was asked for, the same for the same seed and other for another', async () => {
  const made = await contents(SHAPE)
  expect(made).toMatchObject({ live: 3_000n, spent: 375n, delegated: { count: 700n, mints: 5n } })
  expect(await contents(SHAPE)).toEqual(made)
  expect((await contents({ ...SHAPE, seed: 8 })).digest).not.toBe(made.digest)
})
