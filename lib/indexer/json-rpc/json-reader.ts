/*
 * JSON as Photon's reader takes it, where JSON.parse is more lenient: `10.0` is no integer, a member may not stand there
 * twice, half a character is no text. What a request spells so becomes a symbol, which no schema takes and no id is; where
 * nobody looks at it, it does no harm. What it costs is counted: nothing here recurses without a bound or makes more values
 * than asked for. facts/photon-wire.md 3, 5, 15.
 */

/** Stands for the value of a member that is there twice. */
export const TWICE = Symbol('a member given twice')

/** Stands for a text with half of a surrogate pair, which no UTF-8 has. */
export const HALF_CHARACTER = Symbol('a text with half a character')

/** Levels of lists and objects within each other that are read, the outermost included. */
export const MAX_NESTING = 128

/** Digits of the largest u64. */
const MAX_DIGITS = 20

/** Characters of a refused number that its error shows. */
const SHOWN_CHARS = 20

/** JSON that is well-formed and yet more than is read; the message says what there is too much of. */
export class TooMuchJson extends Error {
  override readonly name = 'TooMuchJson'
}

const [TAB, NEWLINE, RETURN, BLANK] = [0x09, 0x0a, 0x0d, 0x20]
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [PLUS, MINUS, POINT, ZERO, NINE, UPPER_E, LOWER_E, LOWER_U] = [0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x45, 0x65, 0x75]

const ESCAPES = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)))
const FOUR_HEX = /[\da-fA-F]{4}/y

/** Room for the levels of a usual text, for all readers in turn: a value is skipped at one go. */
const SHALLOW = new Uint8Array(MAX_NESTING)

/** Reads JSON text from one place to the next. Every method throws SyntaxError where the text is not JSON. */
export class JsonReader {
  /** Open levels of what is skipped: 1 for an object, 0 for a list. */
  private open = SHALLOW

  /** @param at where to begin. */
  constructor(
    readonly text: string,
    public at = 0,
  ) {}

  /** The code of the next character that is no blank, which stays; NaN behind the end. */
  peek(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== BLANK && code !== NEWLINE && code !== RETURN && code !== TAB) return code
      this.at++
    }
  }

  /** Takes the character if it comes next. */
  takes(code: number): boolean {
    if (this.peek() !== code) return false
    this.at++
    return true
  }

  /** Throws unless nothing but blanks is left. */
  end(): void {
    if (!Number.isNaN(this.peek())) this.fail()
  }

  /** Passes over a value, however deep; answers its levels, 0 for what is neither list nor object. */
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

  /**
   * The next value: integers whole, and symbols for what Photon would not take.
   * @param values that may be made, those within lists and objects included.
   * @throws TooMuchJson for more of them, or more levels than MAX_NESTING.
   */
  value(values: number): unknown {
    return new ValueReader(this, values).value(1)
  }

  /** The text that begins here. */
  readText(): string | symbol {
    const start = this.at
    const hasEscapes = this.skipText()
    if (!hasEscapes) return this.text.slice(start + 1, this.at - 1)
    const text: string = JSON.parse(this.text.slice(start, this.at))
    return text.isWellFormed() ? text : HALF_CHARACTER
  }

  /** The name of a member and the colon behind it. */
  readName(): string {
    if (this.peek() !== QUOTE) this.fail()
    const name = this.readText()
    if (typeof name === 'symbol' || !this.takes(COLON)) this.fail()
    return name
  }

  /** The number that begins here; a symbol for one that is no integer, or has more digits than any u64. */
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

  /** true, false or null. */
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
        // A control character, or the end.
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

/** Makes values of what a reader comes to, and counts them. */
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
      // Not an assignment: a member may be called __proto__.
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
