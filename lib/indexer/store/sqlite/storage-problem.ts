import { DAMAGED } from '../damage'

/** What SQLite says when the file or its place, not the statement, is the trouble; by primary result code. */
const PROBLEMS = new Map([
  [5, 'another process writes to the store'],
  [8, 'the store cannot be written to'],
  [10, 'the disk fails'],
  [11, DAMAGED],
  [13, 'the disk is full'],
  [14, 'the store cannot be written to'],
  [26, DAMAGED],
])

/**
 * Why the file did not take or give a transaction, in words for people on call; null for every other failure. Nothing of the
 * transaction is stored, what was stored before stays readable, and the same may be tried again. reliability.md (c) F52.
 */
export function storageProblem(error: unknown): string | null {
  const code = codeOf(error)
  // Extended codes say more in the upper bits.
  return code === null ? null : (PROBLEMS.get(code & 0xff) ?? null)
}

/** SQLite's own texts for these codes. */
const TEXTS: [text: RegExp, code: number][] = [
  [/^database (table )?is locked/, 5],
  [/^attempt to write a readonly database/, 8],
  [/^disk I\/O error/, 10],
  [/^database disk image is malformed|^malformed database schema/, 11],
  [/^database or disk is full/, 13],
  [/^unable to open database/, 14],
  [/^file is not a database/, 26],
]

/** The package's driver names no code where several rows were asked for: there the text tells it. */
function codeOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  if ('errcode' in error) return Number(error.errcode)
  if (!('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return null
  return TEXTS.find(([text]) => text.test(error.message))?.[1] ?? null
}
