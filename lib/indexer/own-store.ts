import path from 'node:path'
import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import { MACHINE_CLOCK } from '../platform/clock'
import { connect } from './ledger/rpc/connect'
import { chainStores, isByChain, storeOfChain } from './store/sqlite/chain-stores'
import { ledgerIn } from './store/sqlite/open'
import { genesisHashOf } from './store/store'

/* The store of commands that follow nothing. An unnamed one is named by the genesis hash, from a node or a snapshot. */

/** Milliseconds for a node to report its chain. */
const PATIENCE = 5000

/** Without a response from a node: the store last used, and a line about it. @throws the signal's reason */
export async function storeInUse(
  environment: Environment,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<DatabaseSetting> {
  const { database, ledger, commitment, programIds } = environment
  if (ledger.kind !== 'rpc' || !isByChain(database)) return database
  const ended = new AbortController()
  try {
    const { genesisHash } = await connect({
      urls: ledger.urls,
      commitment,
      compressionProgram: programIds.compression,
      signal: AbortSignal.any([signal, ended.signal]),
      timeoutMs: PATIENCE,
      clock: MACHINE_CLOCK,
    })
    return storeOfChain(database, genesisHash)
  } catch {
    signal.throwIfAborted()
  } finally {
    ended.abort()
  }
  const [last, ...others] = chainStores(database)
  if (!last) return database
  const names = others.map((file) => path.basename(file)).join(', ')
  const rest = others.length === 0 ? 'the only one there is' : `the one used last; others: ${names}`
  print(`No node of LEDGER says which chain it is on, so this is about ${last}, ${rest}`)
  return { ...database, file: last }
}

export function storeOfSnapshot({ database }: Environment, snapshot: string): DatabaseSetting {
  if (!isByChain(database)) return database
  const genesisHash = genesisHashOf(ledgerOf(snapshot) ?? '')
  return genesisHash === null ? database : storeOfChain(database, genesisHash)
}

/** Null: unreadable; restoring it reports why. */
function ledgerOf(snapshot: string): string | null {
  try {
    return ledgerIn(snapshot)
  } catch {
    return null
  }
}
