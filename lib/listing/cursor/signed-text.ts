import { cursorKey, NAME_BYTES, SIGNATURE_BYTES } from '../../upstream/networks/signing-key'

/*
 * Base64url of version u8 · key name 4 bytes · signature 16 bytes · body.
 * Versions: 3 own order, 4 and 5 sorted (cursor.ts), 5 without a sort: read whole (../whole/readings.ts).
 * The signature covers version, list, network and body, nothing random: explorers with the same key write the same text.
 * A cursor with our key name and a wrong signature is refused; of one with another key only the place is used.
 */

/** An upstream cursor of 512 characters, three bytes each, still fits. */
const MAX_CHARS = 4_000

const NAME_END = 1 + NAME_BYTES
const SIGNATURE_END = NAME_END + SIGNATURE_BYTES

export function writeSigned(version: number, subject: string, body: Uint8Array): string {
  const key = cursorKey()
  return Buffer.concat([Buffer.of(version), key.name, key.sign(subject, '\0', body), body]).toString('base64url')
}

export function versionOf(text: string): number {
  return Buffer.from(text.slice(0, 4), 'base64url')[0] ?? 0
}

/** Null for any other text. `given`: signed with our key. */
export function readSigned(version: number, subject: string, text: string): { body: Buffer; given: boolean } | null {
  const bytes = text.length <= MAX_CHARS ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  if (bytes[0] !== version || bytes.toString('base64url') !== text) return null
  const key = cursorKey()
  const body = bytes.subarray(SIGNATURE_END)
  const given = key.name.equals(bytes.subarray(1, NAME_END))
  if (given && !key.signed(bytes.subarray(NAME_END, SIGNATURE_END), subject, '\0', body)) return null
  return { body, given }
}

/** Writes the given values; with a source, ignores them and returns those read. So one description serves both. */
export class CursorBody {
  readonly #written: Buffer[] = []
  #at = 0

  /** @param source the body to read; null: to write one */
  constructor(
    private readonly source: Buffer | null,
    private readonly refusal: () => Error,
  ) {}

  get written(): Buffer {
    return Buffer.concat(this.#written)
  }

  check(isSo: boolean): void {
    if (this.source && !isSo) throw this.refusal()
  }

  bytes(length: number, value: Uint8Array): Buffer {
    if (!this.source) {
      this.#written.push(Buffer.from(value))
      return Buffer.from(value)
    }
    this.check(this.#at + length <= this.source.length)
    this.#at += length
    return Buffer.from(this.source.subarray(this.#at - length, this.#at))
  }

  byte(value: number): number {
    return this.bytes(1, Buffer.of(value))[0] as number
  }

  /** LEB128 of at most 8 bytes: a slot is below 2^53. */
  count(value: number): number {
    let [read, rest] = [0, value]
    for (let i = 0, scale = 1; i < 8; i++, scale *= 128) {
      const byte = this.byte(rest >= 128 ? (rest % 128) | 128 : rest)
      rest = Math.floor(rest / 128)
      read += (byte & 127) * scale
      if (byte < 128 && read <= Number.MAX_SAFE_INTEGER) return read
    }
    throw this.refusal()
  }

  /** Value + 1; 0: unknown. */
  optional(value: number | null): number | null {
    const read = this.count(value === null ? 0 : value + 1)
    return read === 0 ? null : read - 1
  }

  sized(most: number, value: Uint8Array): Buffer {
    const length = this.count(value.length)
    this.check(length <= most)
    return this.bytes(length, value)
  }

  rest<T>(values: readonly T[], each: (value: T | undefined, index: number) => T): T[] {
    if (!this.source) return values.map(each)
    const read: T[] = []
    while (this.#at < this.source.length) read.push(each(undefined, read.length))
    return read
  }
}
