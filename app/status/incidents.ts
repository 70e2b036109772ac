import type { Incident, OperatorNote } from '@/lib/status/history/contract'
import { RANGES, type TimeRange } from '@/lib/status/range'

export function notesOf({ from, to }: Pick<Incident, 'from' | 'to'>, notes: readonly OperatorNote[]): OperatorNote[] {
  // Ends are inclusive: an acknowledgement ends when it is made, and the last check may be a little older.
  return notes.filter((note) => note.from <= to && note.to >= from)
}

const MARGIN_MS = { least: 120_000, most: RANGES['1h'] * 1000 }

/** Adds half of the incident's length on each side; whole seconds, never the future. */
export function rangeAround({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange {
  const margin = Math.min(MARGIN_MS.most, Math.max(MARGIN_MS.least, (toMs - fromMs) / 2))
  return {
    fromMs: Math.floor((fromMs - margin) / 1000) * 1000,
    toMs: Math.ceil(Math.min(toMs + margin, Math.max(nowMs, toMs)) / 1000) * 1000,
  }
}
