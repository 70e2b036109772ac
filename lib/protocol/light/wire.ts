import { encodeBase58 } from '../base58'

/* Transactions up to version 0 by hand: kit takes up to 1 ms for each of a block's thousands. facts/light-events.md 2. */

const SIGNATURE = 64
const KEY = 32
const VERSIONED = 0x80

/** From version 1 on, a transaction begins with its message. */
export function versionOfWire(wire: Uint8Array): number | 'legacy' {
  const [first = 0] = wire
  const ofMessage = first & VERSIONED ? first : (wire[1 + first * SIGNATURE] ?? 0)
  return ofMessage & VERSIONED ? ofMessage & ~VERSIONED : 'legacy'
}

export interface WireInstruction {
  program: number
  accounts: number[]
  data: Uint8Array
}

export interface WireLookup {
  table: string
  writable: number[]
  readonly: number[]
}

export interface WireTransaction {
  signatures: Uint8Array[]
  isVersioned: boolean
  header: { signers: number; readonlySigners: number; readonlyOthers: number }
  keys: string[]
  recentBlockhash: Uint8Array
  instructions: WireInstruction[]
  lookups: WireLookup[]
}

/** Legacy or version 0. @throws RangeError for bytes that end early or go on */
export function readWire(wire: Uint8Array): WireTransaction {
  const bytes = new WireReader(wire)
  const signatures = bytes.list(() => bytes.take(SIGNATURE))
  const isVersioned = bytes.nextHas(VERSIONED)
  if (isVersioned) bytes.byte()
  const header = { signers: bytes.byte(), readonlySigners: bytes.byte(), readonlyOthers: bytes.byte() }
  const keys = bytes.list(() => encodeBase58(bytes.take(KEY)))
  const recentBlockhash = bytes.take(KEY)
  const instructions = bytes.list(() => ({
    program: bytes.byte(),
    accounts: bytes.list(() => bytes.byte()),
    data: bytes.take(bytes.count()),
  }))
  const lookups = isVersioned
    ? bytes.list(() => ({
        table: encodeBase58(bytes.take(KEY)),
        writable: bytes.list(() => bytes.byte()),
        readonly: bytes.list(() => bytes.byte()),
      }))
    : []
  bytes.end()
  return { signatures, isVersioned, header, keys, recentBlockhash, instructions, lookups }
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
    const end = this.at + length
    if (end > this.bytes.length) throw new RangeError('a transaction ends early')
    const taken = new Uint8Array(this.bytes.subarray(this.at, end))
    this.at = end
    return taken
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new RangeError('a transaction goes on behind its message')
  }
}
