import fs from 'node:fs'
import path from 'node:path'
import { clock } from '../../platform/clock'
import { type Connection, openConnection, type Row as RowOf } from '../../platform/sqlite/connection'
import { assertDatabaseFiles } from '../../platform/sqlite/regular-file'
import { resultCode } from '../../platform/sqlite/result-code'
import { HISTORY_DATABASE, migrate, type Schema, schemaState } from '../../platform/sqlite/schema'

/*
 * WAL, so that reading processes and the recorder do not block each other, and commits survive a kill. synchronous NORMAL, so
 * that a commit does not wait for the disk.
 */

/** Slots are safe integers (Interface 2), so numbers suffice. */
export type HistoryRow = RowOf<'number'>

export const FILE = HISTORY_DATABASE.file

/** With some 4 MB of WAL the total stays below 50 MB. */
export const MAX_BYTES = 44_000_000

/** A record further ahead of the clock than AHEAD_MS is cut, unless it exceeds CUT_MS. */
const AHEAD_MS = 60_000
const CUT_MS = 600_000

/** SQLite's busy timeout: the first process after a kill replays the WAL. */
const BUSY_MS = 100

export const MIGRATIONS = [
  `
  CREATE TABLE network (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  -- Every look of about a day. Times are milliseconds since the Unix epoch, other milliseconds are named so.
  CREATE TABLE look (
    network INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- What the look alone said, and the verdict in force with it.
    says TEXT NOT NULL,
    verdict TEXT NOT NULL,
    slot INTEGER,
    lag INTEGER,
    text TEXT NOT NULL,
    latency_ms INTEGER NOT NULL,
    head_age_ms INTEGER,
    -- How long after it the next look was due.
    interval_ms INTEGER NOT NULL,
    PRIMARY KEY (network, at)
  ) STRICT, WITHOUT ROWID;

  -- Looks joined to steps of several lengths, for 90 days. A step without a look has no row.
  CREATE TABLE step (
    network INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    at INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    slot INTEGER,
    slot_at INTEGER,
    lag INTEGER,
    head_age_ms INTEGER,
    latency_ms INTEGER NOT NULL,
    latency_max_ms INTEGER NOT NULL,
    PRIMARY KEY (network, seconds, at)
  ) STRICT, WITHOUT ROWID;

  -- From this moment on a verdict was in force; null: nobody looked. It ends where the next one begins.
  CREATE TABLE turn (
    network INTEGER NOT NULL,
    at INTEGER NOT NULL,
    verdict TEXT,
    summary TEXT NOT NULL,
    PRIMARY KEY (network, at)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What was reported: at confirmed_at a check settled that a verdict had been in force since \`at\`. Turns are dated by it and
  -- what lies on record after them is cut, so they do not tell what was said meanwhile. before: null for the first one and
  -- where nobody knows. Those of earlier versions were dated by the check that settled them.
  CREATE TABLE change (
    network INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL,
    at INTEGER NOT NULL,
    before TEXT,
    verdict TEXT NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (network, confirmed_at)
  ) STRICT, WITHOUT ROWID;

  INSERT INTO change (network, confirmed_at, at, before, verdict, summary)
    SELECT network, at, at, direct, verdict, summary
    FROM (
      SELECT *, lag(verdict) OVER (PARTITION BY network ORDER BY at) AS known
      FROM (SELECT *, lag(verdict) OVER (PARTITION BY network ORDER BY at) AS direct FROM turn)
      WHERE verdict IS NOT NULL
    )
    WHERE known IS NULL OR known <> verdict;

  -- What operators said: of one network by name, or (null) of all of them. kind: maintenance, which no availability counts, or
  -- acknowledgement.
  CREATE TABLE maintenance (
    id INTEGER PRIMARY KEY,
    network TEXT,
    kind TEXT NOT NULL,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL,
    note TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  DROP TABLE IF EXISTS month;

  -- Earlier versions kept an indexer's words, which may contain a key.
  UPDATE look SET text = substr(text, 1, instr(text, 'The indexer says: ') - 1) || 'The indexer answered with an error.'
    WHERE instr(text, 'The indexer says: ') > 0;
  UPDATE turn SET summary = substr(summary, 1, instr(summary, 'The indexer says: ') - 1) || 'The indexer answered with an error.'
    WHERE instr(summary, 'The indexer says: ') > 0;
  UPDATE change SET summary = substr(summary, 1, instr(summary, 'The indexer says: ') - 1) || 'The indexer answered with an error.'
    WHERE instr(summary, 'The indexer says: ') > 0;
  `,
  `
  -- at: when it began as first reported, which names it for ever; began_at: as known since. seen: what incident-rows.ts keeps, in
  -- JSON; null for incidents of earlier versions.
  CREATE TABLE incident (
    network INTEGER NOT NULL,
    at INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL,
    ended_at INTEGER,
    end_confirmed_at INTEGER,
    seen TEXT,
    PRIMARY KEY (network, at)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX incident_confirmed ON incident (network, confirmed_at);
  CREATE INDEX incident_open ON incident (network) WHERE ended_at IS NULL;

  INSERT OR IGNORE INTO incident (network, at, began_at, confirmed_at, ended_at, end_confirmed_at)
    WITH
      numbered AS (
        SELECT *, sum(verdict = 'ok') OVER (PARTITION BY network ORDER BY confirmed_at) AS oks FROM change
      ),
      part AS (
        SELECT *, first_value(at) OVER (PARTITION BY network, oks ORDER BY confirmed_at) AS first_at
        FROM numbered WHERE verdict <> 'ok'
      )
    SELECT part.network, first_at, min(part.at), min(part.confirmed_at), ok.at, ok.confirmed_at
    FROM part
    LEFT JOIN numbered AS ok ON ok.network = part.network AND ok.verdict = 'ok' AND ok.oks = part.oks + 1
    GROUP BY part.network, part.oks;
  `,
  `
  -- What the webhook's receiver took last, null: nothing; the worst verdict since it took ok; its incident, as webhooks name it.
  -- silent: 1 while a maintenance window withholds changes.
  CREATE TABLE announced (
    network INTEGER PRIMARY KEY,
    verdict TEXT,
    worst TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    first_began_at INTEGER NOT NULL,
    silent INTEGER NOT NULL
  ) STRICT;
  `,
]

const SCHEMA: Schema = {
  applicationId: HISTORY_DATABASE.applicationId,
  migrations: MIGRATIONS,
}

/** The message is shown on pages, so it must not hold a path. */
export class HistoryError extends Error {
  override readonly name: string = 'HistoryError'
}

export function isHistoryError(error: unknown): error is HistoryError {
  return error instanceof Error && ['HistoryError', 'DamagedHistory'].includes(error.name)
}

export type HistoryDatabase = Connection<'number'>

/**
 * Callers must hold the recorder's lock. Leaves foreign files unchanged.
 * @throws HistoryError, or an error for reasonOf()
 */
export function openToWrite(folder: string, maxBytes: number): HistoryDatabase {
  const file = path.join(folder, FILE)
  assertFile(file)
  return opened(file, false, (db) => {
    const version = checkedVersion(db)
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304')
    db.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / db.number('PRAGMA page_size'))}`)
    if (version < MIGRATIONS.length) db.write(() => migrate(db, SCHEMA, version))
    db.write(() => cutFutureRecords(db, clock().wall()))
  })
}

/** Cuts a record that is ahead of the clock; beyond ten minutes, keeps it under another name, since the clock may be wrong. */
function cutFutureRecords(db: HistoryDatabase, now: number): void {
  for (const { id, at } of db.all('SELECT id, (SELECT max(at) FROM look WHERE network = id) AS at FROM network')) {
    const aheadMs = Number(at) - now
    if (aheadMs > CUT_MS)
      db.run("UPDATE network SET name = name || ' until ' || ? WHERE id = ?", String(at), Number(id))
    else if (aheadMs > AHEAD_MS) {
      const newer = [
        ...['look WHERE at', 'turn WHERE at', 'change WHERE confirmed_at', 'incident WHERE confirmed_at'],
        'step WHERE at + seconds * 1000',
      ]
      for (const rows of newer) db.run(`DELETE FROM ${rows} > ? AND network = ?`, now, Number(id))
      const open = 'UPDATE incident SET ended_at = NULL, end_confirmed_at = NULL'
      db.run(`${open} WHERE end_confirmed_at > ? AND network = ?`, now, Number(id))
    }
  }
}

export function openToRead(folder: string): HistoryDatabase | null {
  const file = path.join(folder, FILE)
  if (!fs.existsSync(file)) return null
  assertFile(file)
  let version = 0
  const db = opened(file, true, (db) => {
    version = checkedVersion(db)
  })
  if (version === MIGRATIONS.length) return db
  // The recording process is about to create or migrate the file.
  db.close()
  return null
}

function assertFile(file: string): void {
  try {
    assertDatabaseFiles(file)
  } catch {
    throw new HistoryError(`${FILE} in DATA_DIR is not a file.`)
  }
}

function opened(file: string, readOnly: boolean, prepare: (db: HistoryDatabase) => void): HistoryDatabase {
  return openConnection(file, { integers: 'number', busyMs: BUSY_MS, readOnly, foldsLog: true }, prepare)
}

function checkedVersion(db: HistoryDatabase): number {
  const state = schemaState(db, SCHEMA)
  if (state.kind === 'foreign') throw new HistoryError(`${FILE} in DATA_DIR is another program’s database.`)
  if (state.kind === 'newer') {
    throw new HistoryError(`${FILE} in DATA_DIR was made by a newer Leafscan (its schema is version ${state.version}).`)
  }
  return state.version
}

export const DAMAGED = `${FILE} in DATA_DIR is damaged. Move it away to start a new one.`

/** SQLite result codes (https://sqlite.org/rescode.html) and Node's. */
const REASONS: readonly (readonly [codes: string, words: string])[] = [
  ['5 6', `Another process has locked ${FILE} in DATA_DIR.`],
  ['8 14 EACCES EPERM EROFS', 'DATA_DIR cannot be written to.'],
  ['10', `Disk error while reading or writing ${FILE} in DATA_DIR.`],
  ['11', DAMAGED],
  ['13 ENOSPC', `No space left for ${FILE} in DATA_DIR.`],
  ['26', `${FILE} in DATA_DIR is no database, or a damaged one. Move it away to start a new one.`],
  ['EEXIST ENOTDIR', 'DATA_DIR is no folder.'],
  ['ENOENT', 'DATA_DIR cannot be made.'],
  ['MODULE_NOT_FOUND', 'SQLite cannot be loaded.'],
]

export function failureReason(error: unknown): string {
  if (isHistoryError(error)) return error.message
  const code = codeOf(error)
  const known = REASONS.find(([codes]) => codes.split(' ').includes(code))
  return known?.[1] ?? `${FILE} in DATA_DIR cannot be used${code ? ` (code ${code})` : ''}.`
}

export function isBusy(error: unknown): boolean {
  return ['5', '6'].includes(codeOf(error))
}

export function isFull(error: unknown): boolean {
  return ['13', 'ENOSPC'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  const code = resultCode(error)
  if (code !== null) return String(code)
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
