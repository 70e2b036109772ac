import fs from 'node:fs'
import path from 'node:path'
import type { DatabaseSetting } from '@/lib/platform/environment'
import { genesisHashOf } from '../store'
import { ledgerIn } from './open'

/* Each chain has its own store in DATA_DIR, so that a local chain can be reset. design.md 4.2, DATABASE_URL. */

type OwnFile = Extract<DatabaseSetting, { kind: 'file' }> & { chosen: false }

/** Characters of the genesis hash in a file name; the store holds all of it. */
const NAMED = 8

export function isByChain(database: DatabaseSetting): database is OwnFile {
  return database.kind === 'file' && !database.chosen
}

/** Named store; else the chain's file, or that of an earlier version if it holds (or may hold) this chain. */
export function storeOfChain(database: DatabaseSetting, genesisHash: string): DatabaseSetting {
  if (!isByChain(database)) return database
  const file = named(database.file, genesisHash)
  return fs.existsSync(file) || !mayHold(database.file, genesisHash) ? { ...database, file } : database
}

function named(file: string, genesisHash: string): string {
  const { dir, name, ext } = path.parse(file)
  return path.join(dir, `${name}-${genesisHash.slice(0, NAMED)}${ext}`)
}

function mayHold(file: string, genesisHash: string): boolean {
  try {
    const ledger = ledgerIn(file)
    return ledger !== null && genesisHashOf(ledger) === genesisHash
  } catch {
    return true
  }
}

/** Files that hold a chain each, the one written last first. */
export function chainStores({ file }: OwnFile): string[] {
  const { dir, name, ext } = path.parse(file)
  const ofChain = new RegExp(`^${name}(-[1-9A-HJ-NP-Za-km-z]{${NAMED}})?\\${ext}$`)
  const names = fs.existsSync(dir) ? fs.readdirSync(dir).filter((entry) => ofChain.test(entry)) : []
  return names
    .map((entry) => path.join(dir, entry))
    .map((file) => ({ file, usedAt: Math.max(...[file, `${file}-wal`].map(writtenAt)) }))
    .sort((a, b) => b.usedAt - a.usedAt)
    .map(({ file }) => file)
}

/** Unix milliseconds; 0: no such file. */
function writtenAt(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
