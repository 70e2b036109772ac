import { encodeBase58 } from '../../fast-base58'

const SIGNATURE = 64
const KEY = 32
const VERSIONED = 0x80

/** A transaction in the json encoding of a node. */
export interface JsonTransaction {
  signatures: string[]
  message: object
}

/**
 * A wire transaction up to version 0 in the json encoding. By hand: a block has thousands, and kit takes a millisecond for each.
 * @throws RangeError for bytes that end early or go on.
 */
export function jsonOfWire(wire: Uint8Array): JsonTransaction {
  const bytes = new WireReader(wire)
  const signatures = bytes.list(() => bytes.base58(SIGNATURE))
  const isVersioned = bytes.nextHas(VERSIONED)
  if (isVersioned) bytes.byte()
  const header = {
    numRequiredSignatures: bytes.byte(),
    numReadonlySignedAccounts: bytes.byte(),
    numReadonlyUnsignedAccounts: bytes.byte(),
  }
  const message = {
    header,
    accountKeys: bytes.list(() => bytes.base58(KEY)),
    recentBlockhash: bytes.base58(KEY),
    instructions: bytes.list(() => ({
      programIdIndex: bytes.byte(),
      accounts: bytes.list(() => bytes.byte()),
      data: bytes.base58(bytes.count()),
      stackHeight: null,
    })),
    ...(isVersioned && {
      addressTableLookups: bytes.list(() => ({
        accountKey: bytes.base58(KEY),
        writableIndexes: bytes.list(() => bytes.byte()),
        readonlyIndexes: bytes.list(() => bytes.byte()),
      })),
    }),
  }
  bytes.end()
  return { signatures, message }
}

/** The version that a wire transaction says: from 1 on it begins with its message. */
export function versionOfWire(wire: Uint8Array): number | 'legacy' {
  const [first = 0] = wire
  const ofMessage = first & VERSIONED ? first : (wire[1 + first * SIGNATURE] ?? 0)
  return ofMessage & VERSIONED ? ofMessage & ~VERSIONED : 'legacy'
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

  /** Seven bits a byte, the lowest first, in at most three. */
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

  base58(length: number): string {
    const end = this.at + length
    if (end > this.bytes.length) throw new RangeError('a transaction ends early')
    const text = encodeBase58(this.bytes, this.at, end)
    this.at = end
    return text
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new RangeError('a transaction goes on behind its message')
  }
}
