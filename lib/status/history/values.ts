import { VERDICTS, type Verdict } from '../../api/verdicts'
import { toWellFormed } from '../../format/text'
import { DAMAGED, HistoryError, type HistoryRow } from './database'

/* Validates every column: SQLite does not detect values changed by bit rot or edits. */

export class DamagedHistory extends HistoryError {
  override readonly name = 'DamagedHistory'

  constructor() {
    super(DAMAGED)
  }
}

export function isDamagedHistory(error: unknown): error is DamagedHistory {
  return error instanceof Error && error.name === 'DamagedHistory'
}

export type Value = HistoryRow[string] | undefined

/** The maximum time value of ECMA-262. */
const LAST_MOMENT = 8_640_000_000_000_000

/** Ten times the longest text that is written. */
const MAX_TEXT_CHARS = 4_000

export function momentOf(value: Value): number {
  return wholeIn(value, 0, LAST_MOMENT)
}

export function countOf(value: Value): number {
  return wholeIn(value, 0, Number.MAX_SAFE_INTEGER)
}

/** Ten times the checks of the fastest probe in the longest step; keeps sums exact. */
const MAX_CHECKS_OF_STEP = 10_000_000

export function checkCountOf(value: Value): number {
  return wholeIn(value, 0, MAX_CHECKS_OF_STEP)
}

export function figureOf(value: Value): number {
  return wholeIn(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}

export function orNull<T>(of: (value: Value) => T): (value: Value) => T | null {
  return (value) => (value === null || value === undefined ? null : of(value))
}

export function verdictOf(value: Value): Verdict {
  const verdict = VERDICTS.find((known) => known === value)
  if (verdict === undefined) throw new DamagedHistory()
  return verdict
}

export function textOf(value: Value): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT_CHARS) throw new DamagedHistory()
  return toWellFormed(value)
}

export function assertAscending<T extends { at: number }>(rows: T[]): T[] {
  rows.forEach(({ at }, i) => {
    const before = rows[i - 1]
    if (before && at <= before.at) throw new DamagedHistory()
  })
  return rows
}

function wholeIn(value: Value, least: number, most: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value
  throw new DamagedHistory()
}
