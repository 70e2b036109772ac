/** SQLite's own texts for some of its primary result codes (https://sqlite.org/rescode.html). */
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
 * SQLite's primary result code in an error of its driver; null for any other error. The package's driver names no code
 * where several rows were wanted: there it is read from the text.
 */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null
  // Extended codes say more in the upper bits.
  if ('errcode' in error) return Number(error.errcode) & 0xff
  if (!('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return null
  return TEXTS.find(([text]) => text.test(error.message))?.[1] ?? null
}
