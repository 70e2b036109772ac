/** Reads borsh bytes in order: little-endian integers, one-byte option tags. Throws a RangeError at the end. */
export class ByteReader {
  #bytes
  #at

  constructor(bytes, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
  }

  u8 = () => this.#bytes.readUInt8(this.#step(1))
  u16 = () => this.#bytes.readUInt16LE(this.#step(2))
  u32 = () => this.#bytes.readUInt32LE(this.#step(4))
  u64 = () => this.#bytes.readBigUInt64LE(this.#step(8))
  bytes = (length) => {
    const from = this.#step(length)
    return Buffer.from(this.#bytes.subarray(from, from + length))
  }
  option = (read) => (this.u8() === 1 ? read() : null)
  /** A vector whose length is a u32, or what `length` reads. */
  list = (read, length = this.u32) => Array.from({ length: length() }, () => read())

  /** Where the next byte stands. */
  get at() {
    return this.#at
  }

  get left() {
    return this.#bytes.length - this.#at
  }

  #step(length) {
    const from = this.#at
    if (from + length > this.#bytes.length) throw new RangeError(`${length} bytes wanted at ${from}`)
    this.#at += length
    return from
  }
}
