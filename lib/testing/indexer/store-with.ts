import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { applyBlocks } from '@/lib/indexer/store/apply'
import { openSqlite, openSqliteReader } from '@/lib/indexer/store/sqlite/open'
import type { Store } from '@/lib/indexer/store/store'
import type { AccountUpdate } from '@/lib/protocol/light/updates'

export function fill(store: Store, outputs: AccountUpdate[]): Promise<void> {
  const transaction = { signature: new Uint8Array(64), inputs: [], outputs, batchAppends: [] }
  return applyBlocks(store, [{ slot: 7, blockTime: 0, transactions: [transaction] }])
}

export async function storeWith(outputs: AccountUpdate[]): Promise<{ store: Store; end(): Promise<void> }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-with-'))
  const [file, identity] = [path.join(folder, 'store.sqlite'), { ledger: 'made up', programIds: {} }]
  const writer = openSqlite(file, identity)
  const store = openSqliteReader(file, identity)
  await fill(writer, outputs)
  const end = async () => {
    await store.close()
    await writer.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { store, end }
}
