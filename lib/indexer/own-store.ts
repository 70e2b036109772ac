import path from 'node:path'
import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import { MACHINE_CLOCK } from '../platform/clock'
import { connect } from './ledger/rpc/connect'
import { isDefaultStoreFile, listStoreFiles, storeOfChain } from './store/sqlite/chain-stores'
import { ledgerIn } from './store/sqlite/open'
import { genesisHashOf } from './store/store'

/* The store of maintenance commands. The default one is named by the genesis hash, which a node or a snapshot reports. */

const CONNECT_TIMEOUT_MS = 5000

/** If no node responds: the store that was last used, and a printed line about it. @throws the reason of the signal */
export async function storeInUse(
  environment: Environment,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<DatabaseSetting> {
  const { database, ledger, commitment, programIds } = environment
  if (ledger.kind !== 'rpc' || !isDefaultStoreFile(database)) return database
  const ended = new AbortController()
  try {
    const { genesisHash } = await connect({
      urls: ledger.urls,
      commitment,
      compressionProgram: programIds.compression,
      signal: AbortSignal.any([signal, ended.signal]),
      timeoutMs: CONNECT_TIMEOUT_MS,
      clock: MACHINE_CLOCK,
    })
    return storeOfChain(database, genesisHash)
  } catch {
    signal.throwIfAborted()
  } finally {
    ended.abort()
  }
  const [last, ...others] = listStoreFiles(database)
  if (!last) return database
  const names = others.map((file) => path.basename(file)).join(', ')
  const rest = others.length === 0 ? 'the only one there is' : `the one used last; others: ${names}`
  print(`No node of LEDGER says which chain it is on, so this is about ${last}, ${rest}`)
  return { ...database, file: last }
}

export function databaseForRestoring({ database }: Environment, snapshot: string): DatabaseSetting {
  if (!isDefaultStoreFile(database)) return database
  const genesisHash = genesisHashOf(ledgerOf(snapshot) ?? '')
  return genesisHash === null ? database : storeOfChain(database, genesisHash)
}

/** Null: unreadable. Restoring the snapshot then reports why. */
function ledgerOf(snapshot: string): string | null {
  try {
    return ledgerIn(snapshot)
  } catch {
    return null
  }
}
