import { encodeBase58 } from '../base58'

/* Transactions up to version 0 by hand: kit takes up to 1 ms for each of a block's thousands. facts/light-events.md 2. */

const SIGNATURE = 64
const KEY = 32
/** Bytes: three counts of keys. */
const HEADER = 3
const VERSIONED = 0x80

/** From version 1 on, a transaction begins with its message. */
export function versionOfWire(wire: Uint8Array): number | 'legacy' {
  const [first = 0] = wire
  const ofMessage = first & VERSIONED ? first : (wire[1 + first * SIGNATURE] ?? 0)
  return ofMessage & VERSIONED ? ofMessage & ~VERSIONED : 'legacy'
}

export interface WireTransaction {
  signatures: Uint8Array[]
  isVersioned: boolean
  keys: string[]
  instructions: { program: number; accounts: number[]; data: Uint8Array }[]
  lookups: { writable: number[]; readonly: number[] }[]
}

/** Legacy or version 0. @throws RangeError for bytes that end early or go on */
export function readWire(wire: Uint8Array): WireTransaction {
  const bytes = new WireReader(wire)
  const signatures = bytes.list(() => bytes.take(SIGNATURE))
  const isVersioned = bytes.nextHas(VERSIONED)
  if (isVersioned) bytes.byte()
  bytes.skip(HEADER)
  const keys = bytes.list(() => encodeBase58(bytes.take(KEY)))
  // The recent blockhash.
  bytes.skip(KEY)
  const instructions = bytes.list(() => ({
    program: bytes.byte(),
    accounts: bytes.list(() => bytes.byte()),
    data: bytes.take(bytes.count()),
  }))
  const lookups = isVersioned
    ? bytes.list(() => {
        bytes.skip(KEY)
        return { writable: bytes.list(() => bytes.byte()), readonly: bytes.list(() => bytes.byte()) }
      })
    : []
  bytes.end()
  return { signatures, isVersioned, keys, instructions, lookups }
}

class WireReader {
  private at = 0

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.at++]
    if (byte === undefined) throw new RangeError('a transaction ends early')
    return byte
  }

  nextHas(bit: number): boolean {
    return ((this.bytes[this.at] ?? 0) & bit) !== 0
  }

  /** Seven bits per byte, lowest first, at most three bytes. */
  count(): number {
    let count = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      count |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    return count
  }

  list<T>(item: () => T): T[] {
    const items: T[] = []
    for (let left = this.count(); left > 0; left--) items.push(item())
    return items
  }

  /** A copy, so that the result does not keep the whole transaction in memory. */
  take(length: number): Uint8Array {
    const start = this.at
    this.skip(length)
    return new Uint8Array(this.bytes.subarray(start, this.at))
  }

  skip(length: number): void {
    this.at += length
    if (this.at > this.bytes.length) throw new RangeError('a transaction ends early')
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new RangeError('a transaction goes on behind its message')
  }
}
