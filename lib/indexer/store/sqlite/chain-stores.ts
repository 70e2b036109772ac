import fs from 'node:fs'
import path from 'node:path'
import type { DatabaseSetting } from '@/lib/platform/environment'
import { genesisHashOf } from '../store'
import { ledgerIn } from './open'

/* Each chain has its own store in DATA_DIR, so that a local chain can be reset. design.md 4.2, DATABASE_URL. */

type DefaultStoreFile = Extract<DatabaseSetting, { kind: 'file' }> & { chosen: false }

/** Of the genesis hash in a file name; the store holds all of it. */
const HASH_CHARS = 8

export function isDefaultStoreFile(database: DatabaseSetting): database is DefaultStoreFile {
  return database.kind === 'file' && !database.chosen
}

/** The store that DATABASE_URL names; else the file of the chain, or an earlier version's if it may hold this chain. */
export function storeOfChain(database: DatabaseSetting, genesisHash: string): DatabaseSetting {
  if (!isDefaultStoreFile(database)) return database
  const file = fileOfChain(database.file, genesisHash)
  return fs.existsSync(file) || !mayHold(database.file, genesisHash) ? { ...database, file } : database
}

function fileOfChain(file: string, genesisHash: string): string {
  const { dir, name, ext } = path.parse(file)
  return path.join(dir, `${name}-${genesisHash.slice(0, HASH_CHARS)}${ext}`)
}

function mayHold(file: string, genesisHash: string): boolean {
  try {
    const ledger = ledgerIn(file)
    return ledger !== null && genesisHashOf(ledger) === genesisHash
  } catch {
    return true
  }
}

/** The store files of all chains, the one written last first. */
export function listStoreFiles({ file }: DefaultStoreFile): string[] {
  const { dir, name, ext } = path.parse(file)
  const ofChain = new RegExp(`^${name}(-[1-9A-HJ-NP-Za-km-z]{${HASH_CHARS}})?\\${ext}$`)
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
