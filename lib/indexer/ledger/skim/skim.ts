import { type Entry, endOfCompleteEntries, endOfHead, entryAt, separatorAt } from './entries'
import { Occurrences, spellingsOf } from './spellings'

/*
 * Drops transactions without compression while a block arrives: parsing their JSON took two thirds of the time of catching up.
 * The rest is JSON again, for the usual parser and schemas. Trade-off: the indexer's DECISIONS.md. facts/light-events.md 14.
 */

const ROOM = 128 * 1024

export class SkimError extends Error {
  override readonly name = 'SkimError'
}

/**
 * Keeps transactions that hold the program's id in any spelling, or an escape that may hide it, and all that are not plain
 * base64. Head, envelope and what is between transactions are kept to the last byte.
 */
export class Skim {
  private readonly inBase64: readonly string[]
  private readonly occurrences: Occurrences
  private bytes = Buffer.allocUnsafe(ROOM)
  private length = 0
  /** Its text, one byte per character; everything before `at` is read. */
  private text = ''
  private at = 0
  /** Copies: a slice of a text would hold all of it in memory. */
  private readonly parts: Buffer[] = []
  private part: 'head' | 'entries' | 'tail' = 'head'
  private hasEntries = false
  /** The text is read again at this length: a long entry is searched a few times, not with every chunk. */
  private enough = 0

  constructor(program: string) {
    const { anywhere, inBase64 } = spellingsOf(program)
    this.inBase64 = inBase64
    this.occurrences = new Occurrences(anywhere)
  }

  push(chunk: Buffer): void {
    const length = this.length + chunk.length
    if (length > this.bytes.length) this.bytes = Buffer.concat([this.bytes], 2 * length)
    chunk.copy(this.bytes, this.length)
    this.length = length
    if (length >= this.enough) this.read()
  }

  /** @throws SkimError if the end of a transaction was not found */
  end(): string {
    this.read(true)
    if (this.part === 'entries') throw new SkimError('a transaction without an end that is understood')
    this.keep(0, this.length)
    return Buffer.concat(this.parts).toString('utf8')
  }

  private read(isEnd = false): void {
    const { bytes, at, text } = this
    const before = text.length - at
    this.text = bytes.toString('latin1', 0, this.length)
    this.at = 0
    this.occurrences.moved(this.text, at, before)
    if (this.part === 'head') this.readHead()
    if (this.part === 'entries') this.readEntries(isEnd ? this.text.length : endOfCompleteEntries(this.text))
    bytes.copyWithin(0, this.at, this.length)
    this.length -= this.at
    this.enough = 2 * this.length
  }

  private readHead(): void {
    const end = endOfHead(this.text)
    if (end === null) return
    this.keep(0, end)
    this.at = end
    this.part = this.text[end] === ']' ? 'tail' : 'entries'
  }

  private readEntries(upTo: number): void {
    while (this.part === 'entries' && this.at <= upTo) {
      const { text, at } = this
      const entry = entryAt(text, at)
      const behind = entry && separatorAt(text, entry.end)
      if (!behind) return
      if (this.mayMention(entry, at)) this.keepEntry(at, entry.end)
      this.at = behind.end
      if (!behind.isLast) continue
      this.parts.push(Buffer.from(']'))
      this.part = 'tail'
    }
  }

  private mayMention({ base64, end }: Entry, start: number): boolean {
    if (base64 === null || this.inBase64.some((spelling) => base64.includes(spelling))) return true
    return this.occurrences.within(this.text, start, end)
  }

  private keepEntry(start: number, end: number): void {
    if (this.hasEntries) this.parts.push(Buffer.from(','))
    this.keep(start, end)
    this.hasEntries = true
  }

  private keep(start: number, end: number): void {
    this.parts.push(Buffer.from(this.bytes.subarray(start, end)))
  }
}
