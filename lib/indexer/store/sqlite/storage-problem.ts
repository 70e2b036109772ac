import { resultCode } from '../../../platform/sqlite/result-code'
import { DAMAGED } from '../damage'

/** Failures of the file or its place, by primary result code. */
const PROBLEMS = new Map([
  [5, 'another process writes to the store'],
  [8, 'the store cannot be written to'],
  [10, 'the disk fails'],
  [11, DAMAGED],
  [13, 'the disk is full'],
  [14, 'the store cannot be written to'],
  [26, DAMAGED],
])

export function storageProblem(error: unknown): string | null {
  const code = resultCode(error)
  return code === null ? null : (PROBLEMS.get(code) ?? null)
}
