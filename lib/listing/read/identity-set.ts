import { createHash } from 'node:crypto'

/** Words of 32 bits that stand for a text: half a SHA-256 digest, of which no two texts share one by chance or by intent. */
const WORDS = 4

/** Places of a new set; a power of two, like every later size. */
const FIRST_PLACES = 1_024

/** Share of places in use beyond which a set is given twice as many. */
const FULLEST = 0.75

/**
 * A set of texts that cannot be read out again, in some 21 to 43 bytes each: a list of a million rows is walked in 43 MB
 * where a Set of their hashes takes 300. Once grown it does not shrink.
 */
export class IdentitySet {
  #table = new Uint32Array(FIRST_PLACES * WORDS)
  #size = 0

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#table.byteLength
  }

  has(text: string): boolean {
    const digest = digestOf(text)
    return !this.#isFree(this.#placeOf(digest))
  }

  add(text: string): boolean {
    const digest = digestOf(text)
    const place = this.#placeOf(digest)
    if (!this.#isFree(place)) return false
    this.#table.set(digest, place * WORDS)
    this.#size++
    if (this.#size > FULLEST * (this.#table.length / WORDS)) this.#grow()
    return true
  }

  /** Where a digest stands, or the free place where it would. */
  #placeOf(digest: Uint32Array): number {
    const last = this.#table.length / WORDS - 1
    let place = (digest[0] as number) & last
    while (!this.#isFree(place) && !this.#isAt(place, digest)) place = (place + 1) & last
    return place
  }

  #isFree(place: number): boolean {
    return this.#table[place * WORDS] === 0
  }

  #isAt(place: number, digest: Uint32Array): boolean {
    for (let word = 0; word < WORDS; word++) if (this.#table[place * WORDS + word] !== digest[word]) return false
    return true
  }

  #grow(): void {
    const before = this.#table
    this.#table = new Uint32Array(2 * before.length)
    for (let at = 0; at < before.length; at += WORDS) {
      if (before[at] === 0) continue
      const digest = before.subarray(at, at + WORDS)
      this.#table.set(digest, this.#placeOf(digest) * WORDS)
    }
  }
}

function digestOf(text: string): Uint32Array {
  const bytes = createHash('sha256').update(text).digest()
  const words = Uint32Array.from({ length: WORDS }, (_, word) => bytes.readUInt32LE(4 * word))
  // A first word of zero marks a free place.
  if (words[0] === 0) words[0] = 1
  return words
}
