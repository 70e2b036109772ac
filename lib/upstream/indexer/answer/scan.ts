import { LONG_INTEGER_CHARS } from '../../../protocol/rpc/json'
import { type AnswerBudget, INDEXER_ANSWER, MAX_NESTING, MAX_NUMBER_CHARS } from './budget'

/** `row`: row number `row` (from 0) has too many values; `frame`: too many values outside rows; `twice`: duplicate member. */
export type ScanRefusal =
  | { why: 'not-json' | 'empty' | 'nesting' | 'rows' | 'frame' | 'number' }
  | { why: 'row'; row: number }
  | { why: 'twice'; name: string }

interface RowPlaces {
  /** Offsets after the opening and at the closing bracket. */
  list: { start: number; end: number } | null
  starts: number[]
  ends: number[]
}

const ESCAPED_CHAR_BYTES = 6

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const [ZERO, NINE, MINUS] = [0x30, 0x39, 0x2d]

export const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const

const BARE = Array.from({ length: 256 }, (_, byte) => /[0-9A-Za-z+.-]/.test(String.fromCharCode(byte)))

/** Stops at the first exceeded limit. Leaves strings and numbers to the JSON parser, whose input is then bounded. */
export class AnswerScan {
  readonly places: RowPlaces = { list: null, starts: [], ends: [] }
  readonly work = { bytes: 0, values: 0, rows: 0, portions: 0, checked: 0 }
  hasEscapes = false
  hasLongNumbers = false
  #refusal: ScanRefusal | null = null

  #within: 'nothing' | 'text' | 'escape' | 'bare' = 'nothing'
  #expects: 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'what follows' = 'value'
  readonly #isObject: boolean[] = []
  #depth = 0
  #pathDepth = 0
  #onPath = false
  readonly #seen: boolean[] = []
  readonly #rowDepth: number
  readonly #longestName: number
  #name: number[] | null = null
  #isName = false
  #inRows = false
  #frameValues = 0
  #rowValues = 0
  #bareChars = 0
  #bareStart = 0
  #begun = false
  /** Offset of the next one, or the chunk's length; if below the current position, unknown. */
  #quote = -1
  #backslash = -1

  constructor(
    private readonly maxRows: number,
    private readonly budget: AnswerBudget = INDEXER_ANSWER,
  ) {
    this.#rowDepth = budget.path.length + 1
    this.#longestName = ESCAPED_CHAR_BYTES * Math.max(0, ...budget.path.map((name) => name.length))
  }

  get refusal(): ScanRefusal | null {
    return this.#refusal
  }

  feed(chunk: Buffer): void {
    let at = 0
    this.#quote = -1
    this.#backslash = -1
    while (at < chunk.length && this.#refusal === null) {
      if (this.#within === 'nothing') this.#structure(chunk[at] as number, this.work.bytes + at++)
      else if (this.#within === 'text') at = this.#text(chunk, at)
      else if (this.#within === 'bare') at = this.#bare(chunk, at)
      else {
        // Skips the escaped character; the JSON parser validates escapes.
        this.#within = 'text'
        if (this.#name) this.#name.push(chunk[at] as number)
        at++
      }
    }
    this.work.bytes += at
    if (this.#refusal === null && this.#frameBytes(this.work.bytes) > this.budget.frameBytes)
      this.#refuse({ why: 'frame' }, this.work.bytes)
  }

  end(): ScanRefusal | null {
    if (this.#refusal !== null) return this.#refusal
    if (!this.#begun) this.#refusal = { why: 'empty' }
    else if (this.#within === 'bare') this.#endBare(this.work.bytes)
    if (this.#refusal === null && (this.#depth > 0 || this.#within !== 'nothing'))
      this.#refuse({ why: 'not-json' }, this.work.bytes)
    return this.#refusal
  }

  #refuse(refusal: ScanRefusal, at: number): void {
    // Checked first, so that the result does not depend on how bytes were split into chunks.
    this.#refusal ??= this.#frameBytes(at) > this.budget.frameBytes ? { why: 'frame' } : refusal
  }

  #frameBytes(at: number): number {
    const { list } = this.places
    return list ? at - (Math.min(list.end, at) - list.start) : at
  }

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
    // JSON parsers differ on which duplicate they use.
    if (this.#seen[level]) this.#refuse({ why: 'twice', name }, at)
    this.#seen[level] = true
    this.#onPath = true
  }

  #bare(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && BARE[chunk[at] as number]) {
      const byte = chunk[at] as number
      // Leading zeros are invalid; without this check a long one would be reported as `number`.
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

/** Several times as fast as a loop over bytes. */
function indexIn(chunk: Buffer, byte: number, from: number): number {
  const index = chunk.indexOf(byte, from)
  return index < 0 ? chunk.length : index
}

function readName(bytes: number[]): string | null {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return null
  }
}
