import { LONG_INTEGER_CHARS } from '../../../protocol/rpc/json'
import { type AnswerBudget, INDEXER_ANSWER, MAX_NESTING, MAX_NUMBER_CHARS } from './budget'

/**
 * Why nothing is made of an answer's bytes.
 * - `not-json`, `empty`: they cannot be JSON. - `nesting`: more levels than MAX_NESTING.
 * - `rows`: more of them than may come. - `row`: number `row` (from 0) has more values than the budget has for one.
 * - `frame`: too much that is no row. - `number`: more than MAX_NUMBER_CHARS. - `twice`: the member `name` stands there twice.
 */
export type Refusal =
  | { why: 'not-json' | 'empty' | 'nesting' | 'rows' | 'frame' | 'number' }
  | { why: 'row'; row: number }
  | { why: 'twice'; name: string }

/** Where the rows of an answer lie, in bytes from its beginning. */
export interface RowPlaces {
  /** Behind the bracket that opens the list, and at the one that closes it; null: there is no list. */
  list: { start: number; end: number } | null
  /** First byte of each row, and the one behind its last. */
  starts: number[]
  ends: number[]
}

/** The work that an answer made. */
export interface AnswerWork {
  /** Bytes examined one by one. */
  bytes: number
  /** Counted among them. */
  values: number
  rows: number
  /** Portions of rows of which JSON was made. */
  portions: number
  /** Rows that were checked. */
  checked: number
}

/** Bytes of one character of a name that is written as \uXXXX. */
const ESCAPED_CHAR_BYTES = 6

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [ZERO, NINE, MINUS] = [0x30, 0x39, 0x2d]

/** A byte order mark in UTF-8: harmless in front. */
export const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const

/** Bytes of which a number or a word (true, false, null) is made: true at their places. */
const BARE = Array.from({ length: 256 }, (_, byte) => /[0-9A-Za-z+.-]/.test(String.fromCharCode(byte)))

/**
 * Counts what an answer holds, in one pass over its bytes as they come, and stops counting at the first thing that is too
 * much. Nothing is kept of the bytes but where rows begin and end. It knows where tokens end and which may follow which;
 * what stands inside of one (digits, escapes, letters) is for the JSON reader to judge, which then has a bounded amount.
 */
export class AnswerScan {
  readonly places: RowPlaces = { list: null, starts: [], ends: [] }
  readonly work: AnswerWork = { bytes: 0, values: 0, rows: 0, portions: 0, checked: 0 }
  /** True when there is a backslash: text may hold what only escapes can say. */
  hasEscapes = false
  /** True when there is a number that a double may not hold. */
  hasLongNumbers = false
  #refusal: Refusal | null = null

  #within: 'nothing' | 'text' | 'escape' | 'bare' = 'nothing'
  #expects: 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'what follows' = 'value'
  /** Open lists (false) and objects (true), the innermost last. */
  readonly #isObject: boolean[] = []
  #depth = 0
  /** Open levels that lead to the rows, of the budget's path. */
  #pathDepth = 0
  /** True behind the name of the path that leads on. */
  #onPath = false
  /** Levels of the path whose name was read. */
  readonly #seen: boolean[] = []
  /** Levels that a row lies within: the answer, and one for each name of the path. */
  readonly #rowDepth: number
  /** A longer name, even with every character as \uXXXX, is none of the path. */
  readonly #longestName: number
  /** The name that is read, where it may be one of the path; null elsewhere. */
  #name: number[] | null = null
  #isName = false
  #inRows = false
  #frameValues = 0
  #rowValues = 0
  #bareChars = 0
  #bareStart = 0
  #begun = false
  /** Where the next ones stand in the chunk, its length where there is none; below the current position: not known yet. */
  #quote = -1
  #backslash = -1

  /** @param maxRows that may come. */
  constructor(
    private readonly maxRows: number,
    private readonly budget: AnswerBudget = INDEXER_ANSWER,
  ) {
    this.#rowDepth = budget.path.length + 1
    this.#longestName = ESCAPED_CHAR_BYTES * Math.max(0, ...budget.path.map((name) => name.length))
  }

  /** What is wrong with the bytes so far; null: nothing that can be seen yet. */
  get refusal(): Refusal | null {
    return this.#refusal
  }

  /** Takes the next bytes. Behind a refusal it ignores them. */
  feed(chunk: Buffer): void {
    let at = 0
    this.#quote = -1
    this.#backslash = -1
    while (at < chunk.length && this.#refusal === null) {
      if (this.#within === 'nothing') this.#structure(chunk[at] as number, this.work.bytes + at++)
      else if (this.#within === 'text') at = this.#text(chunk, at)
      else if (this.#within === 'bare') at = this.#bare(chunk, at)
      else {
        // Whatever is escaped ends no text; which escapes there are is the JSON reader's to say.
        this.#within = 'text'
        if (this.#name) this.#name.push(chunk[at] as number)
        at++
      }
    }
    this.work.bytes += at
    if (this.#refusal === null && this.#frameBytes(this.work.bytes) > this.budget.frameBytes)
      this.#refuse({ why: 'frame' }, this.work.bytes)
  }

  /** To be called at the end of the bytes; returns what is wrong with them. */
  end(): Refusal | null {
    if (this.#refusal !== null) return this.#refusal
    if (!this.#begun) this.#refusal = { why: 'empty' }
    else if (this.#within === 'bare') this.#endBare(this.work.bytes)
    if (this.#refusal === null && (this.#depth > 0 || this.#within !== 'nothing'))
      this.#refuse({ why: 'not-json' }, this.work.bytes)
    return this.#refusal
  }

  #refuse(refusal: Refusal, at: number): void {
    // However the bytes were cut into chunks, they are refused for the same thing.
    this.#refusal ??= this.#frameBytes(at) > this.budget.frameBytes ? { why: 'frame' } : refusal
  }

  /** Bytes up to here that belong to no list of rows. */
  #frameBytes(at: number): number {
    const { list } = this.places
    return list ? at - (Math.min(list.end, at) - list.start) : at
  }

  /** A byte between tokens. */
  #structure(byte: number, at: number): void {
    if (byte <= 0x20 && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)) return
    if (at < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[at]) return
    const expects = this.#expects
    switch (expects) {
      case 'value':
      case 'value or end':
        if (byte === CLOSE_LIST && expects === 'value or end') this.#close(at)
        else this.#begin(byte, at)
        return
      case 'name':
      case 'name or end':
        if (byte === CLOSE_OBJECT && expects === 'name or end') this.#close(at)
        else if (byte === QUOTE) this.#beginName()
        else this.#refuse({ why: 'not-json' }, at)
        return
      case 'colon':
        if (byte === COLON) this.#expects = 'value'
        else this.#refuse({ why: 'not-json' }, at)
        return
      case 'what follows': {
        const inObject = this.#isObject[this.#depth - 1]
        if (this.#depth === 0) this.#refuse({ why: 'not-json' }, at)
        else if (byte === COMMA) this.#expects = inObject ? 'name' : 'value'
        else if (byte === (inObject ? CLOSE_OBJECT : CLOSE_LIST)) this.#close(at)
        else this.#refuse({ why: 'not-json' }, at)
      }
    }
  }

  /** The first byte of a value. */
  #begin(byte: number, at: number): void {
    this.#begun = true
    const opens = byte === OPEN_LIST || byte === OPEN_OBJECT
    if (!opens && byte !== QUOTE && !BARE[byte]) this.#refuse({ why: 'not-json' }, at)
    else this.#count(at)
    if (this.#refusal !== null) return
    if (opens) {
      this.#open(byte === OPEN_OBJECT, at)
      return
    }
    this.#onPath = false
    this.#within = byte === QUOTE ? 'text' : 'bare'
    this.#bareChars = 1
    this.#bareStart = byte
  }

  #count(at: number): void {
    this.work.values++
    if (!this.#inRows) {
      if (++this.#frameValues > this.budget.frameValues) this.#refuse({ why: 'frame' }, at)
      return
    }
    if (this.#depth === this.#rowDepth) {
      if (this.work.rows >= this.maxRows) {
        this.#refuse({ why: 'rows' }, at)
        return
      }
      this.work.rows++
      this.#rowValues = 0
      this.places.starts.push(at)
    }
    if (++this.#rowValues > this.budget.rowValues) this.#refuse({ why: 'row', row: this.work.rows - 1 }, at)
  }

  #open(isObject: boolean, at: number): void {
    if (this.#depth >= MAX_NESTING) {
      this.#refuse({ why: 'nesting' }, at)
      return
    }
    const leadsOn = this.#depth === 0 || this.#onPath
    this.#onPath = false
    if (leadsOn && isObject && this.#depth < this.budget.path.length) this.#pathDepth = this.#depth + 1
    if (leadsOn && !isObject && this.#depth === this.budget.path.length) {
      this.#inRows = true
      this.places.list = { start: at + 1, end: Number.POSITIVE_INFINITY }
    }
    this.#isObject[this.#depth++] = isObject
    this.#expects = isObject ? 'name or end' : 'value or end'
  }

  #close(at: number): void {
    if (this.#inRows && this.#depth === this.#rowDepth) {
      this.#inRows = false
      if (this.places.list) this.places.list.end = at
    }
    this.#depth--
    this.#pathDepth = Math.min(this.#pathDepth, this.#depth)
    this.#ended(at + 1)
  }

  /** A value is over; `at` is the byte behind it. */
  #ended(at: number): void {
    this.#expects = 'what follows'
    this.#within = 'nothing'
    if (this.#inRows && this.#depth === this.#rowDepth) this.places.ends.push(at)
  }

  #beginName(): void {
    this.#within = 'text'
    this.#isName = true
    this.#name = this.#depth === this.#pathDepth && this.#depth < this.#rowDepth ? [] : null
  }

  /** Bytes of a text up to its end or the first escape; answers where to go on. */
  #text(chunk: Buffer, from: number): number {
    if (this.#quote < from) this.#quote = indexIn(chunk, QUOTE, from)
    if (this.#backslash < from) this.#backslash = indexIn(chunk, BACKSLASH, from)
    const at = Math.min(this.#quote, this.#backslash)
    if (this.#name) this.#keepName(chunk.subarray(from, at))
    if (at === chunk.length) return at
    if (at === this.#backslash) {
      this.hasEscapes = true
      this.#within = 'escape'
      if (this.#name) this.#name.push(BACKSLASH)
    } else if (this.#isName) this.#endName(this.work.bytes + at)
    else this.#ended(this.work.bytes + at + 1)
    return at + 1
  }

  #keepName(bytes: Uint8Array): void {
    if (!this.#name) return
    if (this.#name.length + bytes.length > this.#longestName) this.#name = null
    else this.#name.push(...bytes)
  }

  #endName(at: number): void {
    this.#within = 'nothing'
    this.#isName = false
    this.#expects = 'colon'
    const read = this.#name && readName(this.#name)
    this.#name = null
    const level = this.#depth - 1
    const name = this.budget.path[level]
    if (read === null || name === undefined || read !== name) return
    // JSON readers differ on which of two counts.
    if (this.#seen[level]) this.#refuse({ why: 'twice', name }, at)
    this.#seen[level] = true
    this.#onPath = true
  }

  /** Bytes of a number or a word; answers where to go on. */
  #bare(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && BARE[chunk[at] as number]) {
      const byte = chunk[at] as number
      // No number begins so; a long one would be called too long.
      if (this.#bareChars === 1 && this.#bareStart === ZERO && byte >= ZERO && byte <= NINE) {
        this.#refuse({ why: 'not-json' }, this.work.bytes + at)
        return at
      }
      if (++this.#bareChars > MAX_NUMBER_CHARS) {
        this.#refuse({ why: this.#bareIsNumber() ? 'number' : 'not-json' }, this.work.bytes + at)
        return at
      }
      at++
    }
    if (at < chunk.length) this.#endBare(this.work.bytes + at)
    return at
  }

  #endBare(at: number): void {
    if (!this.#bareIsNumber() && this.#bareChars > 'false'.length) this.#refuse({ why: 'not-json' }, at)
    else {
      if (this.#bareChars >= LONG_INTEGER_CHARS) this.hasLongNumbers = true
      this.#ended(at)
    }
  }

  #bareIsNumber(): boolean {
    return this.#bareStart === MINUS || (this.#bareStart >= ZERO && this.#bareStart <= NINE)
  }
}

/** Where a byte stands next; the chunk's length where it does not. Several times as fast as comparing each byte. */
function indexIn(chunk: Buffer, byte: number, from: number): number {
  const index = chunk.indexOf(byte, from)
  return index < 0 ? chunk.length : index
}

/** A name from the bytes between its quotes; null where they are none. */
function readName(bytes: number[]): string | null {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return null
  }
}
