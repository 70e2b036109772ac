/** SQLite's texts for primary result codes: https://sqlite.org/rescode.html. */
const TEXTS: [text: RegExp, code: number][] = [
  [/^database (table )?is locked/, 5],
  [/^attempt to write a readonly database/, 8],
  [/^disk I\/O error/, 10],
  [/^database disk image is malformed|^malformed database schema/, 11],
  [/^database or disk is full/, 13],
  [/^unable to open database/, 14],
  [/^file is not a database/, 26],
]

/**
 * Primary result code; null for other errors. The package's driver gives no code for multi-row queries: there the text decides.
 */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  // Extended codes use the upper bits.
  if ('errcode' in error) return Number(error.errcode) & 0xff
  if (!('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return null
  return TEXTS.find(([text]) => text.test(error.message))?.[1] ?? null
}
