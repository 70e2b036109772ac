import path from 'node:path'
import type { DatabaseSetting, Environment } from '@/lib/platform/environment'
import { MACHINE_CLOCK } from '../platform/clock'
import { connect } from './ledger/rpc/connect'
import { chainStores, isByChain, storeOfChain } from './store/sqlite/chain-stores'
import { ledgerIn } from './store/sqlite/open'
import { genesisHashOf } from './store/store'

/*
 * Which store a command means that follows nothing. Where nobody named one, a chain's store bears its genesis hash, which
 * a node of LEDGER knows, and a snapshot.
 */

/** Milliseconds in which a node must say which chain it is on. */
const PATIENCE = 5000

/**
 * The store that the indexer would use now. Where no node answers, the one that was used last, with a line that says so.
 * @throws the signal's reason after an abort.
 */
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
      patience: PATIENCE,
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
  const names = others.map(({ file }) => path.basename(file)).join(', ')
  const rest = others.length === 0 ? 'the only one there is' : `the one used last; others: ${names}`
  print(`No node of LEDGER says which chain it is on, so this is about ${last.file}, ${rest}`)
  return { ...database, file: last.file }
}

/** Where a snapshot belongs: a chain's in the file of that chain, where nobody named another. */
export function storeOfSnapshot({ database }: Environment, snapshot: string): DatabaseSetting {
  if (!isByChain(database)) return database
  const genesisHash = genesisHashOf(ledgerOf(snapshot) ?? '')
  return genesisHash === null ? database : storeOfChain(database, genesisHash)
}

/** Null for a file that cannot be read, of which restoring it will say more. */
function ledgerOf(snapshot: string): string | null {
  try {
    return ledgerIn(snapshot)
  } catch {
    return null
  }
}
