/*
 * What an answer may hold before anything is made of it. Bytes are bounded where they come in (post.ts); these bound what
 * the bytes turn into: a row of three bytes may cost a thousand times as much. All are far above every honest answer of
 * facts/photon-wire.md 6, whose rows hold 21 values at most, and our choice: the interface names none.
 */

/** What one kind of answer may hold. */
export interface AnswerBudget {
  /** The members that lead from an answer to its rows; empty where none are expected. */
  path: readonly string[]
  /** Values of one row, itself included. */
  rowValues: number
  /** Values and bytes of all that is not a row. */
  frameValues: number
  frameBytes: number
}

/** Values (objects, lists, text, numbers, words) of one row, itself included. */
export const MAX_ROW_VALUES = 128

/** Values of all that is not a row: envelope, context, cursor, and members that nobody knows. */
export const MAX_FRAME_VALUES = 256

/** Bytes of the same. */
export const MAX_FRAME_BYTES = 64 * 1024

/** An indexer's answer. Interface 2.3, part 4. */
export const INDEXER_ANSWER: AnswerBudget = {
  path: ['result', 'value', 'items'],
  rowValues: MAX_ROW_VALUES,
  frameValues: MAX_FRAME_VALUES,
  frameBytes: MAX_FRAME_BYTES,
}

/** Lists and objects inside of each other, as Photon itself takes them. facts/photon-wire.md 3. */
export const MAX_NESTING = 128

/** Characters of a number: a u64 has 20, the longest that a program prints of a double 25. */
export const MAX_NUMBER_CHARS = 40

/** Rows that are read in one go, before others have their turn. */
export const PORTION_ROWS = 100

/** Bytes of rows that are read in one go; a longer row is read alone. */
export const PORTION_BYTES = 1024 * 1024
