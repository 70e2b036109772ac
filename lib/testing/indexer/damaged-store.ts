import fs from 'node:fs'
import path from 'node:path'
import { openDatabase } from '@/lib/platform/sqlite/driver'
import { freePort } from '@/scripts/free-port.mjs'
import { startHere } from './indexer-here'
import { randomFrom } from './random'
import { groupV1, key, transactionOf } from './synthetic-chain'
import { trueAccount, trueTokenAccount } from './true-account'

const OWNER = key('o')

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

export async function environmentFor(ledger: string, file: string): Promise<Record<string, string>> {
  return { LEDGER: ledger, DATABASE_URL: `file:${file}`, INDEXER_PORT: String(await freePort()) }
}

export async function makeStore(ledger: string, file: string): Promise<void> {
  const indexer = startHere(await environmentFor(ledger, file))
  await indexer.ready
  await indexer.end()
}

export interface Damage {
  name: string
  apply(file: string): void
}

const PAGE = 4096

export function damages(whole: string, seed: number): Damage[] {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => below(256)))
  const { size } = fs.statSync(whole)
  const made: Damage[] = []
  const add = (name: string, change: (bytes: Buffer) => unknown) =>
    made.push({
      name,
      apply(file) {
        const bytes = fs.readFileSync(file)
        change(bytes)
        fs.writeFileSync(file, bytes)
      },
    })
  for (let n = 0; n < 16; n++) {
    add(`bits of ${1 << (n % 5)} bytes flipped (${n})`, (bytes) => {
      for (let left = 1 << (n % 5); left > 0; left--) {
        const at = below(size)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
      }
    })
  }
  const parts = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95].map((part) => Math.ceil((size / PAGE) * part) * PAGE)
  for (const length of [...parts, ...[1, 100, PAGE - 1, PAGE].map((less) => size - less)]) {
    made.push({ name: `cut after ${length} bytes`, apply: (file) => fs.truncateSync(file, length) })
  }
  // Not the first page: without it the file is no database.
  const anyPage = () => (1 + below(size / PAGE - 1)) * PAGE
  const changes: Record<string, (bytes: Buffer, at: number) => unknown> = {
    zeroed: (bytes, at) => bytes.fill(0, at, at + PAGE),
    'full of noise': (bytes, at) => bytes.set(noise(PAGE), at),
    'a copy of another': (bytes, at) =>
      bytes.set(Buffer.from(bytes.subarray(at === PAGE ? 2 * PAGE : PAGE)).subarray(0, PAGE), at),
    'with another head': (bytes, at) => bytes.set(noise(8), at),
  }
  for (let n = 0; n < 6; n++) {
    for (const [what, change] of Object.entries(changes)) {
      const at = anyPage()
      add(`page at ${at} ${what}`, (bytes) => change(bytes, at))
    }
  }
  for (const at of [16, 18, 19, 20, 21, 24, 28, 31, 32, 36, 44, 47, 52, 56, 60, 63, 68, 92, 96]) {
    add(`byte ${at} of the header changed`, (bytes) => bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at))
  }
  const db = openDatabase(whole, { readOnly: true })
  for (const { name, rootpage } of db.prepare('SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0').all()) {
    const root = (Number(rootpage) - 1) * PAGE
    add(`the root of ${name} empty`, (bytes) => bytes.fill(0, root + 3, root + 5))
  }
  db.close()
  for (const [name, log] of Object.entries(foreignLogs(whole, below))) {
    made.push({ name, apply: (file) => fs.writeFileSync(`${file}-wal`, log) })
  }
  return made
}

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
