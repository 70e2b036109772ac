import type { OperatorNote } from './contract'
import type { HistoryDatabase, HistoryRow } from './database'
import { isoOf } from './periods'
import { DamagedHistory, momentOf, wordsOf } from './values'

/** What operators write of a network: that it is worked on, which is no fault, or that they have taken an incident over. */
export type NoteKind = 'maintenance' | 'acknowledgement'

/** One of them. Times are epoch milliseconds; an acknowledgement begins with its incident and ends when it was made. */
export interface StoredNote {
  id: number
  /** null: all networks. */
  network: string | null
  kind: NoteKind
  fromMs: number
  toMs: number
  note: string
  createdMs: number
}

/** Those of a kind that reach beyond a moment, the newest `limit`, newest first. @throws DamagedHistory, or what SQLite throws */
export function readNotes(db: HistoryDatabase, kind: NoteKind, sinceMs: number, limit: number): StoredNote[] {
  const rows = db.all(
    `SELECT id, network, kind, from_at, to_at, note, created_at FROM maintenance
     WHERE kind = ? AND to_at >= ? ORDER BY from_at DESC, id DESC LIMIT ?`,
    kind,
    sinceMs,
    limit,
  )
  return rows.map(noteOf)
}

/** How many notes of a range are answered: the newest. */
const MOST_OF_RANGE = 200

/** What was written of a network, or of all, that touches a range, oldest first. @throws DamagedHistory, or what SQLite throws */
export function notesIn(
  db: HistoryDatabase,
  network: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): OperatorNote[] {
  const rows = db.all(
    `SELECT id, network, kind, from_at, to_at, note, created_at FROM maintenance
     WHERE (network IS NULL OR network = ?) AND from_at <= ? AND to_at >= ? ORDER BY from_at DESC, id DESC LIMIT ?`,
    network,
    toMs,
    fromMs,
    MOST_OF_RANGE,
  )
  return rows
    .map(noteOf)
    .map(({ kind, fromMs, toMs, note }) => ({ kind, from: isoOf(fromMs), to: isoOf(toMs), note }))
    .reverse()
}

/** Stores one and gives it back with its id. @throws what SQLite throws */
export function insertNote(db: HistoryDatabase, note: Omit<StoredNote, 'id'>): StoredNote {
  const row = db.get(
    `INSERT INTO maintenance (network, kind, from_at, to_at, note, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
    note.network,
    note.kind,
    note.fromMs,
    note.toMs,
    note.note,
    note.createdMs,
  )
  return { ...note, id: Number(row?.id) }
}

/** Lets a maintenance window end at a moment. @throws what SQLite throws */
export function endNote(db: HistoryDatabase, id: number, atMs: number): void {
  db.run('UPDATE maintenance SET to_at = ? WHERE id = ?', atMs, id)
}

/** Removes what never came into force, or was withdrawn. @throws what SQLite throws */
export function removeNote(db: HistoryDatabase, id: number): void {
  db.run('DELETE FROM maintenance WHERE id = ?', id)
}

function noteOf(row: HistoryRow): StoredNote {
  const { kind } = row
  if (kind !== 'maintenance' && kind !== 'acknowledgement') throw new DamagedHistory()
  return {
    id: momentOf(row.id),
    network: row.network === null ? null : wordsOf(row.network),
    kind,
    fromMs: momentOf(row.from_at),
    toMs: momentOf(row.to_at),
    note: wordsOf(row.note),
    createdMs: momentOf(row.created_at),
  }
}
