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

interface ChainStore {
  file: string
  /** Including SQLite's files beside it. */
  bytes: number
  /** Last write, Unix milliseconds. */
  usedAt: number
}

export function chainStores({ file }: OwnFile): ChainStore[] {
  const { dir, name, ext } = path.parse(file)
  const ofChain = new RegExp(`^${name}(-[1-9A-HJ-NP-Za-km-z]{${NAMED}})?\\${ext}$`)
  const names = fs.existsSync(dir) ? fs.readdirSync(dir).filter((entry) => ofChain.test(entry)) : []
  return names.map((entry) => chainStore(path.join(dir, entry))).sort((a, b) => b.usedAt - a.usedAt)
}

function chainStore(file: string): ChainStore {
  const parts = [file, `${file}-wal`].flatMap((part) => fs.statSync(part, { throwIfNoEntry: false }) ?? [])
  return {
    file,
    bytes: parts.reduce((sum, { size }) => sum + size, 0),
    usedAt: Math.max(0, ...parts.map(({ mtimeMs }) => mtimeMs)),
  }
}

const A_FEW = 3

/** Null while they are few. */
export function noteOnOthers(database: DatabaseSetting, used: DatabaseSetting): string | null {
  if (!isByChain(database) || used.kind !== 'file') return null
  const others = chainStores(database).filter(({ file }) => file !== used.file)
  if (others.length <= A_FEW) return null
  const megabytes = Math.ceil(others.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)
  const { dir, name, ext } = path.parse(database.file)
  return (
    `${others.length} stores of other chains are in ${dir}, ${megabytes} MB together: of ${name}*${ext}* ` +
    `all but ${path.basename(used.file)}* may be deleted, unless their chains come back`
  )
}
