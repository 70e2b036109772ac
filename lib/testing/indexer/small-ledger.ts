import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '@/scripts/free-port.mjs'
import { groupV1, key, transactionOf } from './synthetic-chain'
import { trueAccount } from './true-account'

export async function smallLedger(folder: string): Promise<Record<string, string>> {
  const outputs = [trueAccount({ owner: key('o'), leafIndex: 0 }, 'v1')]
  const block = { blockTime: 5, transactions: [transactionOf('t', [groupV1({ outputs })])] }
  fs.mkdirSync(path.join(folder, 'ledger', 'blocks'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'ledger', 'blocks', '7.json'), JSON.stringify(block))
  return {
    LEDGER: path.join(folder, 'ledger'),
    DATABASE_URL: `file:${path.join(folder, 'store.sqlite')}`,
    INDEXER_PORT: String(await freePort()),
  }
}

export async function ask({ INDEXER_PORT }: Record<string, string>, method: string, params = 'null'): Promise<string> {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${INDEXER_PORT}/${method}`, { method: 'POST', body, headers })
  return response.text()
}

export const slotAt = (env: Record<string, string>) => ask(env, 'getIndexerSlot')
