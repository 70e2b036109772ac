/* Integers and pieces of a cursor's body (cursor.ts, sorted-cursor.ts). */

/** A count as LEB128. Counts stay below 2^53: rows shown, slots, small lengths. */
export function count(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.of(...bytes, rest)
}

/** A count that may not be known, one greater than it is. */
export function optional(value: number | null): Buffer {
  return count(value === null ? 0 : value + 1)
}

/** Reads forward; past the end it fails for good and yields zeros. */
export class Reader {
  failed = false
  #at = 0

  constructor(private readonly source: Buffer) {}

  get atEnd(): boolean {
    return this.#at >= this.source.length
  }

  byte(): number {
    const byte = this.source[this.#at++]
    if (byte === undefined) this.failed = true
    return byte ?? 0
  }

  bytes(length: number): Buffer {
    const bytes = this.source.subarray(this.#at, this.#at + length)
    this.#at += length
    if (bytes.length < length) this.failed = true
    return Buffer.from(bytes)
  }

  /** At most 8 bytes: a slot is below 2^53. */
  count(): number {
    let value = 0
    for (let i = 0, scale = 1; i < 8; i++, scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128 && value <= Number.MAX_SAFE_INTEGER) return value
    }
    this.failed = true
    return 0
  }

  /** A count that may not be known. */
  optional(): number | null {
    const value = this.count()
    return value === 0 ? null : value - 1
  }
}
