import 'server-only'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { once } from '../../platform/once'
import { cursorKeySetting, dataDir } from './networks'

/*
 * What the explorer signs its cursors with (cursor.ts): CURSOR_KEY, which several explorers of one site share, or a key
 * that is made once and stored in DATA_DIR. Secret: neither the key nor what it is made of is ever printed.
 */

/** Bytes that name a key: of its digest, so that they reveal nothing of it. */
export const NAME_BYTES = 4

/** Bytes of a signature. */
export const SIGNATURE_BYTES = 16

/** File in DATA_DIR that holds a key as text: 64 hex digits. */
export const KEY_FILE = 'cursor.key'

const KEY_CHARS = 64
const KEY_TEXT = /^[0-9a-f]{64}\n?$/

/** A key that signs, and verifies its own signatures. */
export class CursorKey {
  readonly #key: Buffer
  /** Which key it is: equal in all explorers that have it. */
  readonly name: Buffer

  /**
   * @param text what the key is made of. What is in the file and what is in CURSOR_KEY make the same one.
   * @param lost why it ends with this process, in words without a path; null: it stays.
   */
  constructor(
    text: string,
    readonly lost: string | null = null,
  ) {
    this.#key = createHash('sha256').update('leafscan cursor key\0').update(text.trim()).digest()
    const digest = createHash('sha256').update('leafscan cursor key name\0').update(this.#key).digest()
    this.name = digest.subarray(0, NAME_BYTES)
  }

  /** The signature of a content: the same wherever and whenever it is made. */
  sign(...content: readonly (string | Uint8Array)[]): Buffer {
    const hmac = createHmac('sha256', this.#key)
    for (const part of content) hmac.update(part)
    return hmac.digest().subarray(0, SIGNATURE_BYTES)
  }

  /** True for the signature of this content by this key; takes as long for any other. */
  signed(signature: Uint8Array, ...content: readonly (string | Uint8Array)[]): boolean {
    return signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, this.sign(...content))
  }
}

/** The key of this process: read, or made, when it is first needed. */
export const cursorKey = once('cursor key', () => {
  const setting = cursorKeySetting()
  return setting === null ? storedKey(dataDir()) : new CursorKey(setting)
})

/** The key stored in a folder, made where there is none yet; one for this process alone where it cannot be stored. */
export function storedKey(folder: string): CursorKey {
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

/** What a file holds, empty where that is no key; null: there is no file. */
function readKey(file: string): string | null {
  let opened: number
  try {
    // Whatever lies there must not hold up the start: a pipe would.
    opened = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  try {
    const text = fs.fstatSync(opened).isFile() ? firstBytes(opened, KEY_CHARS + 2) : ''
    return KEY_TEXT.test(text) ? text : ''
  } finally {
    fs.closeSync(opened)
  }
}

function firstBytes(opened: number, most: number): string {
  const bytes = Buffer.alloc(most)
  return bytes.toString('latin1', 0, fs.readSync(opened, bytes, 0, most, 0))
}

/**
 * Makes the key of a folder, readable by its owner alone. It is written whole before it gets its name, and a name is given
 * once: of several explorers that begin at the same time one makes it, and the others read what that one made.
 */
function makeKey(folder: string, file: string): string {
  fs.mkdirSync(folder, { recursive: true })
  const text = `${randomBytes(KEY_CHARS / 2).toString('hex')}\n`
  const draft = path.join(folder, `${KEY_FILE}.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    writeNew(draft, text)
    try {
      fs.linkSync(draft, file)
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw error
      // A disk without hard links.
      writeNew(file, text)
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
  return readKey(file) ?? ''
}

/** Writes a file that must not be there yet. */
function writeNew(file: string, text: string): void {
  const { O_CREAT, O_EXCL, O_WRONLY } = fs.constants
  const opened = fs.openSync(file, O_CREAT | O_EXCL | O_WRONLY, 0o600)
  try {
    fs.writeFileSync(opened, text)
    fs.fsyncSync(opened)
  } finally {
    fs.closeSync(opened)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
