/*
 * JSON as Photon reads it, stricter than JSON.parse: `10.0` is not an integer, a member must not occur twice, half a surrogate
 * pair is not text. Each becomes a symbol, which no schema accepts. Recursion and values are bounded. facts/photon-wire.md 3,
 * 5, 15.
 */

export const DUPLICATE_MEMBER = Symbol('a member given twice')

/** Half of a surrogate pair, which UTF-8 cannot encode. */
export const LONE_SURROGATE = Symbol('a text with half a character')

export const MAX_NESTING = 128

/** Digits of the largest u64. */
const MAX_DIGITS = 20

const SHOWN_CHARS = 20

/** Valid JSON beyond a limit, which the message names. */
export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge'
}

const [TAB, NEWLINE, RETURN, BLANK] = [0x09, 0x0a, 0x0d, 0x20]
const [QUOTE, COMMA, COLON, MINUS] = [0x22, 0x2c, 0x3a, 0x2d]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** At most 1,000 parts per match: more could overflow the stack of the regular expression. */
const TEXT = /(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})){1,1000}/y
const NUMBER = /-?(?:0|[1-9]\d*)((?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const WORD = /true|false|null/y

/** Every method throws SyntaxError for invalid JSON. */
export class JsonReader {
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

  /** Returns how deeply the value nests, 0 for a scalar. */
  skip(): number {
    const closers: number[] = []
    let deepest = 0
    do {
      const code = this.peek()
      if (code === OPEN_OBJECT || code === OPEN_LIST) {
        const closer = code === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST
        this.at++
        deepest = Math.max(deepest, closers.push(closer))
        if (!this.takes(closer)) {
          if (code === OPEN_OBJECT) this.skipName()
          continue
        }
        closers.pop()
      } else if (code === QUOTE) this.skipText()
      else this.take(code === MINUS || isDigit(code) ? NUMBER : WORD)
      for (let closer = closers.at(-1); closer !== undefined; closer = closers.at(-1)) {
        if (this.takes(COMMA)) {
          if (closer === CLOSE_OBJECT) this.skipName()
          break
        }
        if (!this.takes(closer)) this.fail()
        closers.pop()
      }
    } while (closers.length > 0)
    return deepest
  }

  /** Symbols stand for what Photon refuses. @param values the most to create, with nested ones. @throws JsonTooLarge */
  value(values: number): unknown {
    let count = 0
    const read = (level: number): unknown => {
      if (++count > values) throw new JsonTooLarge(`more than ${values} values`)
      const code = this.peek()
      if (code === QUOTE) return this.readText()
      if (code === MINUS || isDigit(code)) return this.readNumber()
      if (code !== OPEN_LIST && code !== OPEN_OBJECT) return JSON.parse(this.take(WORD)[0])
      if (level > MAX_NESTING) throw new JsonTooLarge(`more than ${MAX_NESTING} levels`)
      this.at++
      return code === OPEN_LIST ? this.list(() => read(level + 1)) : this.object(() => read(level + 1))
    }
    return read(1)
  }

  readName(): string {
    if (this.peek() !== QUOTE) this.fail()
    const name = this.readText()
    if (typeof name === 'symbol' || !this.takes(COLON)) this.fail()
    return name
  }

  fail(): never {
    throw new SyntaxError(`not JSON at character ${this.at}`)
  }

  private list(read: () => unknown): unknown[] {
    const list: unknown[] = []
    if (this.takes(CLOSE_LIST)) return list
    do list.push(read())
    while (this.takes(COMMA))
    if (!this.takes(CLOSE_LIST)) this.fail()
    return list
  }

  private object(read: () => unknown): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    if (this.takes(CLOSE_OBJECT)) return object
    do {
      const name = this.readName()
      const value = read()
      // Not an assignment: a member may be named __proto__.
      Object.defineProperty(object, name, {
        value: Object.hasOwn(object, name) ? DUPLICATE_MEMBER : value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    } while (this.takes(COMMA))
    if (!this.takes(CLOSE_OBJECT)) this.fail()
    return object
  }

  private readText(): string | symbol {
    const start = this.at
    this.skipText()
    const written = this.text.slice(start, this.at)
    if (!written.includes('\\')) return written.slice(1, -1)
    const text: string = JSON.parse(written)
    return text.isWellFormed() ? text : LONE_SURROGATE
  }

  /** A symbol unless it is an integer of at most MAX_DIGITS. */
  private readNumber(): number | bigint | symbol {
    const [whole, rest] = this.take(NUMBER)
    const digits = whole.length - Number(whole.startsWith('-'))
    const text = whole.slice(0, SHOWN_CHARS)
    if (rest !== '' || digits > MAX_DIGITS || text === '-0') {
      return Symbol(whole.length > SHOWN_CHARS ? `${text}…` : text)
    }
    return Number.isSafeInteger(Number(whole)) ? Number(whole) : BigInt(whole)
  }

  private skipName(): void {
    if (this.peek() !== QUOTE) this.fail()
    this.skipText()
    if (!this.takes(COLON)) this.fail()
  }

  private skipText(): void {
    TEXT.lastIndex = ++this.at
    while (TEXT.test(this.text)) this.at = TEXT.lastIndex
    if (this.text.charCodeAt(this.at++) !== QUOTE) this.fail()
  }

  private take(expression: RegExp): RegExpExecArray {
    expression.lastIndex = this.at
    const match = expression.exec(this.text) ?? this.fail()
    this.at = expression.lastIndex
    return match
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
