import type { NoteKind, OperatorNote } from './contract'
import type { HistoryDatabase, HistoryRow } from './database'
import { isoOf, type Span } from './periods'
import { insert, select } from './rows'
import { DamagedHistory, momentOf, orNull, textOf } from './values'

/** Epoch milliseconds; an acknowledgement or note lasts from its incident's beginning to when it was made. */
export interface StoredNote {
  id: number
  network: string | null
  kind: NoteKind
  fromMs: number
  toMs: number
  note: string
  createdMs: number
}

const COLUMNS = {
  id: momentOf,
  network: orNull(textOf),
  kind: kindOf,
  fromAt: momentOf,
  toAt: momentOf,
  note: textOf,
  createdAt: momentOf,
}

export function readNotes(db: HistoryDatabase, kind: NoteKind, sinceMs: number, limit: number): StoredNote[] {
  const from = 'FROM maintenance WHERE kind = ? AND to_at >= ? ORDER BY from_at DESC, id DESC LIMIT ?'
  return select(db, COLUMNS, from, kind, sinceMs, limit).map(({ fromAt, toAt, createdAt, ...note }) => {
    return { ...note, fromMs: fromAt, toMs: toAt, createdMs: createdAt }
  })
}

const MAX_NOTES_PER_RANGE = 200

/** Notes for the network or for all networks that overlap the range, or of incidents that began in it, oldest first. */
export function notesIn(db: HistoryDatabase, network: string, { fromMs, toMs }: Span): OperatorNote[] {
  const from = `FROM maintenance WHERE (network IS NULL OR network = ?) AND from_at <= ?
    AND CASE kind WHEN 'note' THEN from_at ELSE to_at END >= ? ORDER BY from_at DESC, id DESC LIMIT ${MAX_NOTES_PER_RANGE}`
  return select(db, COLUMNS, from, network, toMs, fromMs)
    .map(({ kind, fromAt, toAt, note }) => ({ kind, from: isoOf(fromAt), to: isoOf(toAt), note }))
    .reverse()
}

export function insertNote(db: HistoryDatabase, note: Omit<StoredNote, 'id'>): StoredNote {
  const { fromMs, toMs, createdMs, ...rest } = note
  insert(db, 'INTO maintenance', { ...rest, fromAt: fromMs, toAt: toMs, createdAt: createdMs })
  return { ...note, id: db.number('SELECT last_insert_rowid()') }
}

export function endNote(db: HistoryDatabase, id: number, atMs: number): void {
  db.run('UPDATE maintenance SET to_at = ? WHERE id = ?', atMs, id)
}

export function removeNote(db: HistoryDatabase, id: number): void {
  db.run('DELETE FROM maintenance WHERE id = ?', id)
}

function kindOf(value: HistoryRow[string] | undefined): NoteKind {
  const kind = (['maintenance', 'acknowledgement', 'note'] as const).find((known) => known === value)
  if (kind === undefined) throw new DamagedHistory()
  return kind
}

/** Windows for the network or for all networks, cut to the range, merged, oldest first. */
export function maintenanceIn(db: HistoryDatabase, network: string, { fromMs, toMs }: Span): Span[] {
  const from = `FROM maintenance
    WHERE kind = 'maintenance' AND (network IS NULL OR network = ?) AND from_at < ? AND to_at > ? ORDER BY from_at`
  const windows = select(db, { fromAt: momentOf, toAt: momentOf }, from, network, toMs, fromMs).map(
    ({ fromAt, toAt }) => {
      return { fromMs: Math.max(fromAt, fromMs), toMs: Math.min(toAt, toMs) }
    },
  )
  return joined(windows)
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { fromMs, toMs } of spans) {
    const last = result.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else if (toMs > fromMs) result.push({ fromMs, toMs })
  }
  return result
}
