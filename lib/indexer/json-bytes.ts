import { isUtf8 } from 'node:buffer'

/*
 * A request's JSON, read from its bytes as Photon's library reads it: nothing is built but what is asked for, and the rest
 * is only passed over. Passing over does not recurse, looks at each byte once, and asks of text no more than that it ends,
 * so that what is refused is what Photon refuses. facts/photon-wire.md 3 and 15.
 */

/** Levels of lists and objects that a value may have where it is not looked into. Photon's library builds no more. */
export const MAX_NESTING = 128

/** Digits that an integer may have: those of 2^64-1. */
export const MAX_DIGITS = 20

/** Characters that are shown of a value that is not read. */
const SHOWN = 60

/** A value that no field takes, as it was spelled: a list, an object, a number with a fraction, too many digits. */
export class Unread {
  constructor(readonly text: string) {}
}

/** What a field may hold. Integers beyond 2^53 come as bigint. */
export type Scalar = string | number | bigint | boolean | null | Unread

export const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a] as const
const [PLUS, MINUS, DOT, ZERO, NINE] = [0x2b, 0x2d, 0x2e, 0x30, 0x39] as const
const [LOWER_A, LOWER_E, LOWER_F, LOWER_N, LOWER_T, LOWER_U] = [0x61, 0x65, 0x66, 0x6e, 0x74, 0x75] as const

/** Set in a letter's lower case. */
const LOWER = 0x20

/** What may stand behind a backslash, apart from u. */
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'))

/** Bytes of a text up to which it is made one by one: names are short, and a million of them may come. */
const SHORT = 32

/** Half of a surrogate pair without the other. */
const LONE_SURROGATE = /\p{Cs}/u

/** A place in JSON text, and the reading from there on. Every method throws SyntaxError for what is no JSON. */
export class JsonBytes {
  /** Bytes that were looked at: all of them, each time. */
  looked = 0

  /**
   * @param bytes the text, in which only what is read as text has to be UTF-8.
   * @param at the place.
   * @param end behind the last byte.
   */
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
    readonly end = bytes.length,
  ) {}

  /** The next byte behind blanks; -1 where there is none. */
  peek(): number {
    for (; this.at < this.end; this.at++) {
      const byte = this.bytes[this.at] as number
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
    }
    return -1
  }

  /** Enters a list or an object, whose first byte was seen. */
  enter(): void {
    this.at++
  }

  /** True when another element or member follows; else it has left the list or object. */
  next(close: number, isFirst: boolean): boolean {
    const byte = this.peek()
    if (byte === close) {
      this.at++
      return false
    }
    if (isFirst) return true
    if (byte !== COMMA) throw this.problem()
    this.at++
    return true
  }

  /** The name of a member, and its colon; null: it cannot be told, for it is no Unicode. */
  name(): string | null {
    if (this.peek() !== QUOTE) throw this.problem()
    const name = this.text()
    if (this.peek() !== COLON) throw this.problem()
    this.at++
    return name
  }

  /** @throws SyntaxError where anything follows. */
  finish(): void {
    if (this.peek() !== -1) throw this.problem()
  }

  /** Passes over a value, and answers how many levels of lists and objects it has. */
  skip(): number {
    const start = this.at
    const levels = this.skipLevels()
    this.looked += this.at - start
    return levels
  }

  /** The value where it is no list and no object. Those are passed over, and so are numbers that are no integers. */
  scalar(): Scalar {
    const byte = this.peek()
    const start = this.at
    if (byte === QUOTE) {
      const text = this.text()
      return text ?? new Unread('text that is no Unicode')
    }
    this.skip()
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) return new Unread(this.shown(start))
    if (byte === LOWER_N) return null
    if (byte === LOWER_T) return true
    if (byte === LOWER_F) return false
    return this.integer(start)
  }

  private integer(start: number): Scalar {
    const length = this.at - start
    if (length > MAX_DIGITS + 1) return new Unread(this.shown(start))
    const digits = ascii(this.bytes, start, this.at)
    // A zero with a sign is a fraction to Photon's library.
    if (!/^(?:0|-?[1-9]\d{0,19})$/.test(digits)) return new Unread(digits)
    const number = Number(digits)
    return Number.isSafeInteger(number) ? number : BigInt(digits)
  }

  private shown(start: number): string {
    const text = Buffer.from(this.bytes.subarray(start, Math.min(this.at, start + SHOWN))).toString()
    return this.at > start + SHOWN ? `${text}…` : text
  }

  /** The text whose quote was seen; null where it is not Unicode: bytes that are no UTF-8, or half a surrogate pair. */
  text(): string | null {
    const start = this.at
    const kind = this.skipText()
    this.looked += this.at - start
    const length = this.at - start
    if (kind === 'plain' && length <= SHORT) return ascii(this.bytes, start + 1, this.at - 1)
    const raw = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, length)
    if (!isUtf8(raw)) return null
    if (kind !== 'escaped') return raw.toString('utf8', 1, length - 1)
    const text: string = JSON.parse(raw.toString())
    return LONE_SURROGATE.test(text) ? null : text
  }

  /** Passes over a text, and answers whether anything in it is escaped, or more than ASCII. */
  private skipText(): 'plain' | 'wide' | 'escaped' {
    let escaped = false
    let bits = 0
    for (this.at++; this.at < this.end; this.at++) {
      const byte = this.bytes[this.at] as number
      if (byte === QUOTE) {
        this.at++
        return escaped ? 'escaped' : bits < 0x80 ? 'plain' : 'wide'
      }
      if (byte < 0x20) throw this.problem()
      bits |= byte
      if (byte === BACKSLASH) {
        escaped = true
        this.at++
        this.skipEscape()
      }
    }
    throw this.problem()
  }

  private skipEscape(): void {
    const byte = this.bytes[this.at]
    if (byte === LOWER_U) {
      for (let i = 0; i < 4; i++) if (!isHex(this.bytes[++this.at])) throw this.problem()
    } else if (byte === undefined || !ESCAPED.has(byte)) throw this.problem()
  }

  private skipLevels(): number {
    const open = new Levels()
    for (;;) {
      const byte = this.peek()
      const close = byte === OPEN_LIST ? CLOSE_LIST : byte === OPEN_OBJECT ? CLOSE_OBJECT : null
      let isFirst = close !== null
      if (close !== null) {
        this.at++
        open.push(close)
      } else this.skipScalar(byte)
      // Leaves every level that ends here; a name goes before the next value.
      for (;;) {
        if (open.depth === 0) return open.deepest
        if (this.next(open.last(), isFirst)) break
        open.pop()
        isFirst = false
      }
      if (open.last() === CLOSE_OBJECT) this.skipName()
    }
  }

  private skipName(): void {
    if (this.peek() !== QUOTE) throw this.problem()
    this.skipText()
    if (this.peek() !== COLON) throw this.problem()
    this.at++
  }

  private skipScalar(byte: number): void {
    if (byte === QUOTE) this.skipText()
    else if (byte === MINUS || isDigit(byte)) this.skipNumber()
    else if (byte === LOWER_N) this.skipWord('null')
    else if (byte === LOWER_T) this.skipWord('true')
    else if (byte === LOWER_F) this.skipWord('false')
    else throw this.problem()
  }

  private skipWord(word: string): void {
    for (let i = 0; i < word.length; i++) if (this.bytes[this.at++] !== word.charCodeAt(i)) throw this.problem()
    if (this.at > this.end) throw this.problem()
  }

  private skipNumber(): void {
    if (this.bytes[this.at] === MINUS) this.at++
    if (this.bytes[this.at] === ZERO && this.at < this.end) this.at++
    else this.skipDigits()
    if (this.at < this.end && this.bytes[this.at] === DOT) {
      this.at++
      this.skipDigits()
    }
    const byte = this.at < this.end ? this.bytes[this.at] : undefined
    if (byte === undefined || (byte | LOWER) !== LOWER_E) return
    this.at++
    const sign = this.bytes[this.at]
    if (sign === MINUS || sign === PLUS) this.at++
    this.skipDigits()
  }

  private skipDigits(): void {
    const start = this.at
    while (this.at < this.end && isDigit(this.bytes[this.at] as number)) this.at++
    if (this.at === start) throw this.problem()
  }

  private problem(): SyntaxError {
    return new SyntaxError(`not JSON at byte ${this.at}`)
  }
}

/** What closes the levels that are open: one byte each, however many there are. */
class Levels {
  depth = 0
  deepest = 0
  private closes = new Uint8Array(32)

  push(close: number): void {
    if (this.depth === this.closes.length) {
      const more = new Uint8Array(2 * this.depth)
      more.set(this.closes)
      this.closes = more
    }
    this.closes[this.depth++] = close
    if (this.depth > this.deepest) this.deepest = this.depth
  }

  pop(): void {
    this.depth--
  }

  last(): number {
    return this.closes[this.depth - 1] as number
  }
}

/** The characters between two places, of which there are few. */
function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return text
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE
}

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false
  const lower = byte | LOWER
  return isDigit(byte) || (lower >= LOWER_A && lower <= LOWER_F)
}
