import 'server-only'
import type { Acknowledgement, MaintenanceWindow } from '../../api/status'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import type { NoteKind } from '../history/contract'
import { history } from '../history/history'
import type { StoredNote } from '../history/notes'

/* Cached reads of operator notes, which another process on the same folder may write. */

const FRESH_MS = 2_000

/** Limits of a read: rows, and the age of acknowledgements in milliseconds. */
const NOTES_READ = 1_000
const ACKNOWLEDGED_MS = 90 * 86_400_000

interface ReadNotes {
  atMs: number
  windows: StoredNote[]
  acknowledgements: StoredNote[]
}

const memory = once('operator notes', (): { read: ReadNotes | null } => ({ read: null }))

export function forgetNotes(): void {
  memory().read = null
}

function read(): ReadNotes {
  const now = clock()
  const known = memory().read
  if (known && now.monotonic() - known.atMs < FRESH_MS) return known
  const stored = (kind: NoteKind, sinceMs: number) => history().notes(kind, Math.max(0, sinceMs), NOTES_READ)
  const fresh = {
    atMs: now.monotonic(),
    windows: stored('maintenance', now.wall() - FRESH_MS),
    acknowledgements: stored('acknowledgement', now.wall() - ACKNOWLEDGED_MS),
  }
  memory().read = fresh
  return fresh
}

/** The window in force that ends last; null: none. */
export function currentMaintenance(network: string): MaintenanceWindow | null {
  const nowMs = clock().wall()
  const open = read().windows.filter((window) => isOf(window, network) && window.fromMs <= nowMs && nowMs < window.toMs)
  const last = open.reduce<StoredNote | null>(
    (last, window) => (last && last.toMs >= window.toMs ? last : window),
    null,
  )
  return last && { from: iso(last.fromMs), to: iso(last.toMs), note: last.note }
}

export function msUntilNextWindow(): number | null {
  const nowMs = clock().wall()
  const edges = read()
    .windows.flatMap(({ fromMs, toMs }) => [fromMs, toMs])
    .filter((edge) => edge > nowMs)
  return edges.length === 0 ? null : Math.min(...edges) - nowMs
}

/** The acknowledgement of the current incident; null: ok, or not acknowledged. */
export function currentAcknowledgement(network: string): Acknowledgement | null {
  const newest = read()
    .acknowledgements.filter((note) => isOf(note, network))
    .reduce<StoredNote | null>((newest, note) => (newest && newest.createdMs >= note.createdMs ? newest : note), null)
  if (!newest) return null
  const since = history().changes(network, { fromMs: newest.createdMs, toMs: clock().wall(), limit: NOTES_READ })
  return since.some(({ to }) => to === 'ok') ? null : { at: iso(newest.createdMs), note: newest.note }
}

function isOf(note: StoredNote, network: string): boolean {
  return note.network === null || note.network === network
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
