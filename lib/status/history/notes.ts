import type { OperatorNote } from './contract'
import type { HistoryDatabase, HistoryRow } from './database'
import { isoOf } from './periods'
import { DamagedHistory, momentOf, wordsOf } from './values'

export type NoteKind = 'maintenance' | 'acknowledgement'

/** Epoch milliseconds; an acknowledgement lasts from its incident's beginning to when it was made. */
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

/** Notes that end after a moment, newest first. */
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

const MOST_OF_RANGE = 200

/** Notes of the network and of all networks that overlap the range, oldest first. */
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

export function endNote(db: HistoryDatabase, id: number, atMs: number): void {
  db.run('UPDATE maintenance SET to_at = ? WHERE id = ?', atMs, id)
}

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
