import 'server-only'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { once } from '../../platform/once'
import { configuration } from './networks'

/* Signs cursors with CURSOR_KEY, which all processes of a site share, or with a key stored in DATA_DIR. Never printed. */

export const NAME_BYTES = 4

export const SIGNATURE_BYTES = 16

export const KEY_FILE = 'cursor.key'

const KEY_CHARS = 64
const KEY_TEXT = /^[0-9a-f]{64}\n?$/

export class CursorKey {
  readonly #key: Buffer
  readonly name: Buffer

  /** @param lost why the key could not be stored; null: it is stored */
  constructor(
    text: string,
    readonly lost: string | null = null,
  ) {
    this.#key = createHash('sha256').update('leafscan cursor key\0').update(text.trim()).digest()
    const digest = createHash('sha256').update('leafscan cursor key name\0').update(this.#key).digest()
    this.name = digest.subarray(0, NAME_BYTES)
  }

  sign(...content: readonly (string | Uint8Array)[]): Buffer {
    const hmac = createHmac('sha256', this.#key)
    for (const part of content) hmac.update(part)
    return hmac.digest().subarray(0, SIGNATURE_BYTES)
  }

  signed(signature: Uint8Array, ...content: readonly (string | Uint8Array)[]): boolean {
    return signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, this.sign(...content))
  }
}

export const cursorKey = once('cursor key', () => {
  const setting = configuration().cursorKey
  return setting === null ? loadStoredKey(configuration().dataDir) : new CursorKey(setting)
})

/** Created on first use; temporary if it cannot be stored. */
export function loadStoredKey(folder: string): CursorKey {
  const file = path.join(folder, KEY_FILE)
  try {
    const text = readKey(file) ?? makeKey(folder, file)
    if (text !== '') return new CursorKey(text)
    return temporaryKey(`${KEY_FILE} in DATA_DIR holds no key; once it is moved away, a new one is made`)
  } catch (error) {
    return temporaryKey(`DATA_DIR cannot keep ${KEY_FILE} (${codeOf(error)})`)
  }
}

function temporaryKey(why: string): CursorKey {
  return new CursorKey(randomBytes(32).toString('hex'), why)
}

/** null: no file; empty: no valid key. Does not open pipes, which would block the start. */
function readKey(file: string): string | null {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats) return null
  const text = stats.isFile() && stats.size <= KEY_CHARS + 1 ? fs.readFileSync(file, 'latin1') : ''
  return KEY_TEXT.test(text) ? text : ''
}

/** Hard-links a complete draft, so that of concurrent processes one creates the file and the others read it. */
function makeKey(folder: string, file: string): string {
  fs.mkdirSync(folder, { recursive: true })
  const text = `${randomBytes(KEY_CHARS / 2).toString('hex')}\n`
  const draft = path.join(folder, `${KEY_FILE}.${process.pid}.${randomBytes(4).toString('hex')}`)
  const options = { mode: 0o600, flag: 'wx', flush: true }
  try {
    fs.writeFileSync(draft, text, options)
    fs.linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') fs.writeFileSync(file, text, options)
  } finally {
    fs.rmSync(draft, { force: true })
  }
  return readKey(file) ?? ''
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
