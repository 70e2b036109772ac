import { base58 } from '@scure/base'
import { base58Bytes } from '../../protocol/rpc/primitives'
import { cursorKey, NAME_BYTES, SIGNATURE_BYTES } from '../../upstream/networks/signing-key'

/*
 * The one form of all cursors: base64url of
 *   version u8 · name of a key 4 bytes · signature 16 bytes · body
 * The version tells what the body is: 3 a place in a list's own order, 4 and 5 one in a sorted list (cursor.ts), 5 without a
 * sort one in a list that is read whole (../whole/whole-cursor.ts). The signature covers the version, which list of which
 * network it is, and the body, and neither a time nor a random part: explorers with one key write the same text.
 *
 * What our key signed is believed. A cursor that names our key and is not signed by it is refused. One of another key gives
 * a place and nothing more. Versions 1 and 2, unsigned, are refused like any other text.
 */

/** Longer text is no cursor of ours: an upstream cursor of 512 characters, three bytes each, still fits. */
const MAX_CHARS = 4_000

const NAME_END = 1 + NAME_BYTES
const SIGNATURE_END = NAME_END + SIGNATURE_BYTES

/** @param subject which list it belongs to */
export function writeSigned(version: number, subject: string, body: Uint8Array): string {
  const key = cursorKey()
  return Buffer.concat([Buffer.of(version), key.name, key.sign(subject, '\0', body), body]).toString('base64url')
}

/** The version that a text names; 0: none. */
export function versionOf(text: string): number {
  return Buffer.from(text.slice(0, 4), 'base64url')[0] ?? 0
}

/**
 * The body of a cursor of this list; null for any other text.
 * `given`: an explorer with our key wrote it.
 */
export function readSigned(version: number, subject: string, text: string): { body: Buffer; given: boolean } | null {
  const bytes = text.length <= MAX_CHARS ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
  if (bytes[0] !== version || bytes.toString('base64url') !== text) return null
  const key = cursorKey()
  const body = bytes.subarray(SIGNATURE_END)
  const given = key.name.equals(bytes.subarray(1, NAME_END))
  if (given && !key.signed(bytes.subarray(NAME_END, SIGNATURE_END), subject, '\0', body)) return null
  return { body, given }
}

/** A count as LEB128. Counts stay below 2^53: rows shown, slots, small lengths. */
export function count(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.of(...bytes, rest)
}

/** A count that may not be known, one greater than it is. */
export function optional(value: number | null): Buffer {
  return count(value === null ? 0 : value + 1)
}

export function sized(bytes: Uint8Array): Buffer {
  return Buffer.concat([count(bytes.length), bytes])
}

/** Reads a body forward, and throws where it is none. */
export class BodyReader {
  #at = 0

  constructor(
    private readonly body: Buffer,
    private readonly refusal: () => Error,
  ) {}

  get atEnd(): boolean {
    return this.#at >= this.body.length
  }

  /** Refuses the body where something is not so. */
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

  /** A count that may not be known. */
  optional(): number | null {
    const value = this.count()
    return value === 0 ? null : value - 1
  }

  /** Bytes behind their length, as long as `most`. */
  sized(most: number): Buffer {
    const length = this.count()
    this.check(length <= most)
    return this.bytes(length)
  }
}

/** Bytes of base58 text that encodes back to the same text; null for any other. */
export function canonicalBase58(text: string): Uint8Array | null {
  const bytes = base58Bytes(text)
  return bytes && base58.encode(bytes) === text ? bytes : null
}
