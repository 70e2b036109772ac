import { base58 } from '@scure/base'
import { base58Bytes } from '../../protocol/rpc/primitives'
import { cursorKey, NAME_BYTES, SIGNATURE_BYTES } from '../../upstream/networks/signing-key'

/*
 * Base64url of version u8 · key name 4 bytes · signature 16 bytes · body.
 * Versions: 3 own order, 4 and 5 sorted (cursor.ts), 5 without a sort: read whole (../whole/readings.ts).
 * The signature covers version, list, network and body, but no time or random part: explorers with one key write the same text.
 * A cursor that names our key without its signature is refused; one of another key gives a place only.
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

/** LEB128; counts stay below 2^53. */
export function count(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.of(...bytes, rest)
}

/** Value + 1; 0: unknown. */
export function optional(value: number | null): Buffer {
  return count(value === null ? 0 : value + 1)
}

export function sized(bytes: Uint8Array): Buffer {
  return Buffer.concat([count(bytes.length), bytes])
}

export class BodyReader {
  #at = 0

  constructor(
    private readonly body: Buffer,
    private readonly refusal: () => Error,
  ) {}

  get atEnd(): boolean {
    return this.#at >= this.body.length
  }

  check(isSo: boolean): void {
    if (!isSo) throw this.refusal()
  }

  byte(): number {
    return this.bytes(1)[0] as number
  }

  bytes(length: number): Buffer {
    this.check(this.#at + length <= this.body.length)
    this.#at += length
    return Buffer.from(this.body.subarray(this.#at - length, this.#at))
  }

  /** At most 8 bytes: a slot is below 2^53. */
  count(): number {
    let value = 0
    for (let i = 0, scale = 1; i < 8; i++, scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128 && value <= Number.MAX_SAFE_INTEGER) return value
    }
    throw this.refusal()
  }

  optional(): number | null {
    const value = this.count()
    return value === 0 ? null : value - 1
  }

  sized(most: number): Buffer {
    const length = this.count()
    this.check(length <= most)
    return this.bytes(length)
  }
}

/** Null where it does not encode back to the same text. */
export function canonicalBase58(text: string): Uint8Array | null {
  const bytes = base58Bytes(text)
  return bytes && base58.encode(bytes) === text ? bytes : null
}
