import fs from 'node:fs'
import path from 'node:path'
import { openDatabase } from '@/lib/platform/sqlite/driver'
import { freePort } from '@/scripts/free-port.mjs'
import { startHere } from './indexer-here'
import { randomFrom } from './random'
import { groupV1, key, transactionOf } from './synthetic-chain'
import { trueAccount, trueTokenAccount } from './true-account'

/*
 * Stores of a folder ledger, whole and damaged in every way that a disk or a careless copy may.
 */

/** The owner of the ledger's accounts that are no tokens. */
const OWNER = key('o')

/** Writes a ledger of some hundred accounts, enough for several pages of every table. Answers its folder. */
export function writeLedger(folder: string): string {
  const ledger = path.join(folder, 'ledger')
  fs.mkdirSync(path.join(ledger, 'blocks'), { recursive: true })
  for (let slot = 1; slot <= 8; slot++) {
    const transactions = Array.from({ length: 20 }, (_, n) => {
      const leaf = 3 * (20 * slot + n)
      const token = { mint: key('m'), owner: key(`w${n}`), amount: BigInt(leaf), delegate: key(`d${n % 4}`) }
      const outputs = [
        trueAccount({ owner: OWNER, leafIndex: leaf, lamports: 1n }, 'v1'),
        trueAccount({ owner: OWNER, leafIndex: leaf + 1 }, 'v1'),
        trueTokenAccount(token, leaf + 2, 'v1'),
      ]
      return transactionOf(`${slot}/${n}`, [groupV1({ outputs })])
    })
    fs.writeFileSync(path.join(ledger, 'blocks', `${slot}.json`), JSON.stringify({ blockTime: slot, transactions }))
  }
  return ledger
}

/** Variables of the environment for an indexer over the ledger, with the store in `file`. */
export async function environmentFor(ledger: string, file: string): Promise<Record<string, string>> {
  return { LEDGER: ledger, DATABASE_URL: `file:${file}`, INDEXER_PORT: String(await freePort()) }
}

/** Makes a whole store in `file`. */
export async function makeStore(ledger: string, file: string): Promise<void> {
  const indexer = startHere(await environmentFor(ledger, file))
  await indexer.ready
  await indexer.end()
}

/** What happens to a store, by name. It may lie in the file, or in a log beside it. */
export interface Damage {
  name: string
  apply(file: string): void
}

const PAGE = 4096

/** The same damages for the same seed. */
export function damages(whole: string, seed: number): Damage[] {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pages = fs.statSync(whole).size / PAGE
  const made: Damage[] = []
  const add = (name: string, change: (bytes: Buffer) => Buffer) =>
    made.push({ name, apply: (file) => fs.writeFileSync(file, change(fs.readFileSync(file))) })
  /** Not the first page, without which it is no database at all. */
  const anyPage = () => 1 + below(pages - 1)
  const filled = (page: number, fill: (i: number) => number) => (bytes: Buffer) => {
    for (let i = 0; i < PAGE; i++) bytes[page * PAGE + i] = fill(i)
    return bytes
  }

  for (let n = 0; n < 16; n++) {
    const places = Array.from({ length: 1 << (n % 5) }, () => below(pages * PAGE))
    add(`bits of ${places.length} bytes flipped (${n})`, (bytes) => {
      for (const at of places) bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
      return bytes
    })
  }
  for (const part of [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95]) {
    add(`cut after ${part} of its pages`, (bytes) => bytes.subarray(0, Math.ceil(pages * part) * PAGE))
  }
  for (const less of [1, 100, PAGE - 1, PAGE]) {
    add(`cut by ${less} bytes`, (bytes) => bytes.subarray(0, bytes.length - less))
  }
  for (let n = 0; n < 6; n++) {
    const page = anyPage()
    add(
      `page ${page} zeroed`,
      filled(page, () => 0),
    )
    const other = anyPage()
    const noise = Buffer.from(Array.from({ length: PAGE }, () => below(256)))
    add(
      `page ${other} full of noise`,
      filled(other, (i) => noise[i] ?? 0),
    )
    const [one, two] = [anyPage(), anyPage()]
    add(`page ${one} a copy of page ${two}`, (bytes) => {
      bytes.copyWithin(one * PAGE, two * PAGE, (two + 1) * PAGE)
      return bytes
    })
    const head = anyPage()
    add(`the head of page ${head} changed`, (bytes) => {
      for (let i = 0; i < 8; i++) bytes[head * PAGE + i] = below(256)
      return bytes
    })
  }
  for (const at of [16, 18, 19, 20, 21, 24, 28, 31, 32, 36, 44, 47, 52, 56, 60, 63, 68, 92, 96]) {
    add(`byte ${at} of the header changed`, (bytes) => {
      bytes[at] = (bytes[at] ?? 0) ^ 0x55
      return bytes
    })
  }
  for (const name of indexNames(whole)) {
    add(`the root of ${name} empty`, (bytes) => {
      const root = (rootOf(whole, name) - 1) * PAGE
      bytes.fill(0, root + 3, root + 5)
      return bytes
    })
  }
  for (const [name, log] of Object.entries(foreignLogs(whole, below))) {
    made.push({ name, apply: (file) => fs.writeFileSync(`${file}-wal`, log) })
  }
  return made
}

function indexNames(file: string): string[] {
  const names = schema(file, `SELECT name FROM sqlite_schema WHERE rootpage > 0 ORDER BY name`)
  return names.map((row) => String(row.name))
}

function rootOf(file: string, name: string): number {
  return Number(schema(file, `SELECT rootpage FROM sqlite_schema WHERE name = '${name}'`)[0]?.rootpage)
}

function schema(file: string, sql: string): { name?: unknown; rootpage?: unknown }[] {
  const db = openDatabase(file, { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

/** Logs that do not belong to the store: of another database, of another state of it, and ones that are cut or bent. */
function foreignLogs(whole: string, below: (limit: number) => number): Record<string, Buffer> {
  const log = (change: string, from?: string) => {
    const folder = fs.mkdtempSync(path.join(path.dirname(whole), 'log-'))
    const file = path.join(folder, 'other')
    if (from) fs.copyFileSync(from, file)
    const db = openDatabase(file)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; ${change}`)
    const bytes = fs.readFileSync(`${file}-wal`)
    db.close()
    return bytes
  }
  const other = log(`CREATE TABLE a (x); INSERT INTO a VALUES (randomblob(100000)); INSERT INTO a VALUES (1)`)
  const vacuumed = log('DELETE FROM accounts WHERE id % 2; VACUUM', whole)
  const bent = Buffer.from(other)
  for (let n = 0; n < 10; n++) bent[32 + below(bent.length - 32)] = below(256)
  return {
    'the log of another database': other,
    'half a log of another database': other.subarray(0, Math.floor(other.length / 2)),
    'a bent log of another database': bent,
    'half the log of another state': vacuumed.subarray(0, 32 + 10 * (PAGE + 24)),
    'a log of noise': Buffer.from(Array.from({ length: 3 * PAGE }, () => below(256))),
  }
}

/** What SQLite itself says of a store, asked of a copy; null for nothing. */
export function foundBySqlite(file: string): string | null {
  const folder = fs.mkdtempSync(path.join(path.dirname(file), 'copy-'))
  const copy = path.join(folder, 'store')
  for (const ending of ['', '-wal']) if (fs.existsSync(file + ending)) fs.copyFileSync(file + ending, copy + ending)
  try {
    const db = openDatabase(copy)
    try {
      const [first] = db.prepare('PRAGMA quick_check').all()
      return first?.quick_check === 'ok' ? null : String(first?.quick_check)
    } finally {
      db.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
