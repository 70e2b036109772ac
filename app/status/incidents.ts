import type { Incident, OperatorNote } from '@/lib/status/history/contract'
import { RANGES, type TimeRange } from '@/lib/status/range'

/** What operators wrote of an incident: windows that it touches, and that somebody took it over. */
export function notesOf({ from, to }: Pick<Incident, 'from' | 'to'>, notes: readonly OperatorNote[]): OperatorNote[] {
  // An acknowledgement ends when it was made: the last check of an incident that goes on may be a little older.
  return notes.filter((note) => note.from <= to && note.to >= from)
}

/** Time shown before and after an incident (ms), at least and at most. */
const MARGIN_MS = { least: 120_000, most: RANGES['1h'] * 1000 }

/** The range that a permalink to an incident shows: half of its length more on each side, in whole seconds, never the future. */
export function rangeAround({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange {
  const margin = Math.min(MARGIN_MS.most, Math.max(MARGIN_MS.least, (toMs - fromMs) / 2))
  return {
    fromMs: Math.floor((fromMs - margin) / 1000) * 1000,
    toMs: Math.ceil(Math.min(toMs + margin, Math.max(nowMs, toMs)) / 1000) * 1000,
  }
}
