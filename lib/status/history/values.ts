import { VERDICTS, type Verdict } from '../../api/verdicts'
import { wellFormed } from '../../format/text'
import { DAMAGED, HistoryError, type HistoryRow } from './database'

/*
 * What stands in the columns, as what it is meant to be. A file may hold anything: a disk turns bytes, somebody edits it,
 * and SQLite finds only what breaks its own order. Nothing of a row reaches a page or an answer but through here.
 */

/** The file holds what no recorder wrote. */
export class DamagedHistory extends HistoryError {
  override readonly name = 'DamagedHistory'

  constructor() {
    super(DAMAGED)
  }
}

export function isDamagedHistory(error: unknown): error is DamagedHistory {
  return error instanceof Error && error.name === 'DamagedHistory'
}

type Value = HistoryRow[string] | undefined

/** The last moment that a calendar can hold, milliseconds since the epoch. ECMA-262, time values. */
const LAST_MOMENT = 8_640_000_000_000_000

/** Characters of a text at most; what is written is a tenth of it. */
const MAX_TEXT_CHARS = 4_000

/** A moment, milliseconds since the epoch. @throws DamagedHistory */
export function momentOf(value: Value): number {
  return wholeIn(value, 0, LAST_MOMENT)
}

/** A slot or a number of things or of milliseconds. @throws DamagedHistory */
export function countOf(value: Value): number {
  return wholeIn(value, 0, Number.MAX_SAFE_INTEGER)
}

/** Checks of one step at most, ten times what the fastest probe makes in the longest: sums of them stay exact. */
const MAX_CHECKS_OF_STEP = 10_000_000

/** How many checks a step holds. @throws DamagedHistory */
export function checkCountOf(value: Value): number {
  return wholeIn(value, 0, MAX_CHECKS_OF_STEP)
}

/** A figure that may be below zero, where two clocks are compared. @throws DamagedHistory */
export function figureOf(value: Value): number {
  return wholeIn(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}

/** What may be missing. @throws DamagedHistory */
export function orNull<T>(value: Value, of: (value: Value) => T): T | null {
  return value === null || value === undefined ? null : of(value)
}

/** @throws DamagedHistory */
export function verdictOf(value: Value): Verdict {
  const verdict = VERDICTS.find((known) => known === value)
  if (verdict === undefined) throw new DamagedHistory()
  return verdict
}

/** Words of a check or a verdict. @throws DamagedHistory */
export function wordsOf(value: Value): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT_CHARS) throw new DamagedHistory()
  return wellFormed(value)
}

/** Rows as they were asked for: each later than the one before it. @throws DamagedHistory */
export function ascending<T extends { at: number }>(rows: T[]): T[] {
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
