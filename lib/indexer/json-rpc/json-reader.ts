/*
 * JSON as Photon reads it, stricter than JSON.parse: `10.0` is not an integer, a member must not occur twice, half a surrogate
 * pair is not text. Each becomes a symbol, which no schema accepts. Recursion and values are bounded. facts/photon-wire.md 3,
 * 5, 15.
 */

export const TWICE = Symbol('a member given twice')

/** Half of a surrogate pair, which UTF-8 cannot encode. */
export const HALF_CHARACTER = Symbol('a text with half a character')

/** Nested levels of lists and objects, the outermost included. */
export const MAX_NESTING = 128

/** Digits of the largest u64. */
const MAX_DIGITS = 20

const SHOWN_CHARS = 20

/** Valid JSON beyond a limit, which the message names. */
export class TooMuchJson extends Error {
  override readonly name = 'TooMuchJson'
}

const [TAB, NEWLINE, RETURN, BLANK] = [0x09, 0x0a, 0x0d, 0x20]
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [PLUS, MINUS, POINT, ZERO, NINE, UPPER_E, LOWER_E, LOWER_U] = [0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x45, 0x65, 0x75]

const ESCAPES = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)))
const FOUR_HEX = /[\da-fA-F]{4}/y

/** Shared by all readers: skipping a value is synchronous. */
const SHALLOW = new Uint8Array(MAX_NESTING)

/** Every method throws SyntaxError for invalid JSON. */
export class JsonReader {
  /** 1: object, 0: list. */
  private open = SHALLOW

  constructor(
    readonly text: string,
    public at = 0,
  ) {}

  /** The code of the next character that is not blank; NaN at the end. */
  peek(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== BLANK && code !== NEWLINE && code !== RETURN && code !== TAB) return code
      this.at++
    }
  }

  takes(code: number): boolean {
    if (this.peek() !== code) return false
    this.at++
    return true
  }

  end(): void {
    if (!Number.isNaN(this.peek())) this.fail()
  }

  /** Returns the value's levels, 0 for a scalar. */
  skip(): number {
    let depth = 0
    let deepest = 0
    for (;;) {
      const code = this.peek()
      if (code === OPEN_OBJECT || code === OPEN_LIST) {
        const isObject = code === OPEN_OBJECT
        this.at++
        this.opens(depth++, isObject)
        if (depth > deepest) deepest = depth
        if (!this.takes(isObject ? CLOSE_OBJECT : CLOSE_LIST)) {
          if (isObject) this.skipName()
          continue
        }
        depth--
      } else if (code === QUOTE) this.skipText()
      else if (code === MINUS || isDigit(code)) this.skipNumber()
      else this.word()
      while (depth > 0) {
        const isObject = this.open[depth - 1] === 1
        if (this.takes(COMMA)) {
          if (isObject) this.skipName()
          break
        }
        if (!this.takes(isObject ? CLOSE_OBJECT : CLOSE_LIST)) this.fail()
        depth--
      }
      if (depth === 0) return deepest
    }
  }

  /** Symbols for what Photon refuses. @param values the most to create, nested ones included. @throws TooMuchJson */
  value(values: number): unknown {
    return new ValueReader(this, values).value(1)
  }

  readText(): string | symbol {
    const start = this.at
    const hasEscapes = this.skipText()
    if (!hasEscapes) return this.text.slice(start + 1, this.at - 1)
    const text: string = JSON.parse(this.text.slice(start, this.at))
    return text.isWellFormed() ? text : HALF_CHARACTER
  }

  readName(): string {
    if (this.peek() !== QUOTE) this.fail()
    const name = this.readText()
    if (typeof name === 'symbol' || !this.takes(COLON)) this.fail()
    return name
  }

  /** A symbol unless it is an integer of at most MAX_DIGITS. */
  readNumber(): number | bigint | symbol {
    const start = this.at
    const isInteger = this.skipNumber()
    const digits = this.at - start - Number(this.text.charCodeAt(start) === MINUS)
    const text = this.text.slice(start, Math.min(this.at, start + SHOWN_CHARS))
    if (!isInteger || digits > MAX_DIGITS || text === '-0') {
      return Symbol(this.at - start > SHOWN_CHARS ? `${text}…` : text)
    }
    const whole = this.text.slice(start, this.at)
    return Number.isSafeInteger(Number(whole)) ? Number(whole) : BigInt(whole)
  }

  word(): boolean | null {
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue
      this.at += word.length
      return value
    }
    return this.fail()
  }

  fail(): never {
    throw new SyntaxError(`not JSON at character ${this.at}`)
  }

  private opens(depth: number, isObject: boolean): void {
    if (depth === this.open.length) {
      const grown = new Uint8Array(2 * depth)
      grown.set(this.open)
      this.open = grown
    }
    this.open[depth] = Number(isObject)
  }

  private skipName(): void {
    if (this.peek() !== QUOTE) this.fail()
    this.skipText()
    if (!this.takes(COLON)) this.fail()
  }

  /** Returns whether there were escapes. */
  private skipText(): boolean {
    const { text } = this
    let hasEscapes = false
    let at = this.at + 1
    for (;;) {
      const code = text.charCodeAt(at++)
      if (code === QUOTE) break
      if (code === BACKSLASH) {
        hasEscapes = true
        const escaped = text.charCodeAt(at++)
        if (escaped === LOWER_U) {
          FOUR_HEX.lastIndex = at
          if (!FOUR_HEX.test(text)) this.fail()
          at += 4
        } else if (!ESCAPES.has(escaped)) this.fail()
      } else if (!(code >= BLANK)) {
        this.fail()
      }
    }
    this.at = at
    return hasEscapes
  }

  /** Returns whether it is spelled as an integer. */
  private skipNumber(): boolean {
    if (this.text.charCodeAt(this.at) === MINUS) this.at++
    if (this.text.charCodeAt(this.at) === ZERO) this.at++
    else this.skipDigits()
    let isInteger = true
    if (this.text.charCodeAt(this.at) === POINT) {
      isInteger = false
      this.at++
      this.skipDigits()
    }
    const code = this.text.charCodeAt(this.at)
    if (code === LOWER_E || code === UPPER_E) {
      isInteger = false
      this.at++
      const sign = this.text.charCodeAt(this.at)
      if (sign === PLUS || sign === MINUS) this.at++
      this.skipDigits()
    }
    return isInteger
  }

  private skipDigits(): void {
    if (!isDigit(this.text.charCodeAt(this.at))) this.fail()
    while (isDigit(this.text.charCodeAt(this.at))) this.at++
  }
}

const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

class ValueReader {
  private valueCount = 0

  constructor(
    private readonly reader: JsonReader,
    private readonly values: number,
  ) {}

  value(level: number): unknown {
    const { reader } = this
    if (++this.valueCount > this.values) throw new TooMuchJson(`more than ${this.values} values`)
    const code = reader.peek()
    if (code === QUOTE) return reader.readText()
    if (code === MINUS || isDigit(code)) return reader.readNumber()
    if (code !== OPEN_LIST && code !== OPEN_OBJECT) return reader.word()
    if (level > MAX_NESTING) throw new TooMuchJson(`more than ${MAX_NESTING} levels`)
    reader.at++
    return code === OPEN_LIST ? this.list(level) : this.object(level)
  }

  private list(level: number): unknown[] {
    const list: unknown[] = []
    if (this.reader.takes(CLOSE_LIST)) return list
    do list.push(this.value(level + 1))
    while (this.reader.takes(COMMA))
    if (!this.reader.takes(CLOSE_LIST)) this.reader.fail()
    return list
  }

  private object(level: number): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    if (this.reader.takes(CLOSE_OBJECT)) return object
    do {
      const name = this.reader.readName()
      const value = this.value(level + 1)
      // Not an assignment: a member may be named __proto__.
      Object.defineProperty(object, name, {
        value: Object.hasOwn(object, name) ? TWICE : value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    } while (this.reader.takes(COMMA))
    if (!this.reader.takes(CLOSE_OBJECT)) this.reader.fail()
    return object
  }
}
