/* Our limits of decoded answers: real rows have at most 21 values (facts/photon-wire.md 6). */

export interface AnswerBudget {
  path: readonly string[]
  rowValues: number
  frameValues: number
  frameBytes: number
}

export const MAX_ROW_VALUES = 128

export const MAX_FRAME_VALUES = 256

export const MAX_FRAME_BYTES = 64 * 1024

export const INDEXER_ANSWER: AnswerBudget = {
  path: ['result', 'value', 'items'],
  rowValues: MAX_ROW_VALUES,
  frameValues: MAX_FRAME_VALUES,
  frameBytes: MAX_FRAME_BYTES,
}

export const MAX_NESTING = 128

/** A u64 has 20 characters, the longest printed double 25. */
export const MAX_NUMBER_CHARS = 40

export const PORTION_ROWS = 100

export const PORTION_BYTES = 1024 * 1024
