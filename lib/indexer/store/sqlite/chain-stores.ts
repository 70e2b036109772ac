import fs from 'node:fs'
import path from 'node:path'
import type { DatabaseSetting } from '@/lib/platform/environment'
import { genesisHashOf } from '../store'
import { ledgerIn } from './open'

/*
 * Stores of chains in DATA_DIR: each chain has one of its own, so that a local chain may be reset as often as one likes.
 * design.md 4.2, DATABASE_URL.
 */

/** A store in a file that nobody named; `file` is what the stores of all chains of its LEDGER have in their names. */
type OwnFile = Extract<DatabaseSetting, { kind: 'file' }> & { chosen: false }

/** Characters of a genesis hash in a file's name: enough to tell chains apart, and the store itself remembers the whole. */
const NAMED = 8

/** True where the store of a chain has its genesis hash in its name. */
export function isByChain(database: DatabaseSetting): database is OwnFile {
  return database.kind === 'file' && !database.chosen
}

/**
 * Where a chain's store is: the one that was named; else the file of this chain, or that of an earlier version, which had
 * one name for all chains, where this chain is in it. One that cannot be read counts as that: opening it says why.
 */
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

/** A store as a file. */
interface ChainStore {
  file: string
  /** With what SQLite keeps beside it. */
  bytes: number
  /** When something was last written to it, in milliseconds since the Unix epoch. */
  usedAt: number
}

/** The stores of this LEDGER's chains, the one that was used last first. */
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

/** Stores of other chains that are nothing to speak of. */
const A_FEW = 3

/** The line about stores of other chains that take up room, beside the one in use; null while there are only a few. */
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
