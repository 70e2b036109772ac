/*
 * What the bytes at one offset have in common across rows. Only hints at a layout: random data can look like a key, and two
 * rows prove little. Computed in steps, so that a thousand rows do not block the page.
 */

export type SegmentKind = 'constant' | 'varying' | 'key-like' | 'counter-like'

import { groupDigits } from '../../format/numbers'

/** Offsets count from the first byte compared. */
interface Segment {
  kind: SegmentKind
  offset: number
  length: number
  says: string
}

export interface ByteComparison {
  rows: number
  length: number
  segments: Segment[]
}

/** Our choice: the first bytes show a layout, and a page has up to 1,000 rows. */
export const COMPARED_BYTES = 2_048

const KEY_BYTES = 32
/** Of 32 random bytes about 30 differ, and fewer than 22 once in a million; text and numbers have fewer. */
const KEY_DISTINCT = 22

const ROWS_A_STEP = 16

/**
 * Yields between steps. Columns that fewer than two rows reach are omitted. `rows` in list order, so that rising numbers show.
 */
export function* compareRows(rows: readonly Uint8Array[]): Generator<void, ByteComparison> {
  const lengths = rows.map((row) => row.length).sort((a, b) => b - a)
  const length = Math.min(lengths[1] ?? 0, COMPARED_BYTES)
  const first = new Int16Array(length).fill(-1)
  const varies = new Uint8Array(length)
  // Rows in which a byte is 0 or 1, as tags and the high bytes of numbers are.
  const small = new Uint16Array(length)
  // By start of a possible key: rows that reach to its end, and those that do not look random there.
  const starts = Math.max(0, length - KEY_BYTES + 1)
  const keys: Keys = { reaching: new Uint16Array(starts), against: new Uint16Array(starts) }
  for (const [index, row] of rows.entries()) {
    const reach = Math.min(length, row.length)
    for (let at = 0; at < reach; at++) {
      const byte = row[at] ?? 0
      if (byte < 2) small[at] = (small[at] ?? 0) + 1
      if (first[at] === -1) first[at] = byte
      else if (first[at] !== byte) varies[at] = 1
    }
    countKeys(row, reach, keys)
    if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield
  }
  const zero = (at: number) => varies[at] === 0 && first[at] === 0
  const segments: Segment[] = []
  const add = (kind: SegmentKind, offset: number, size: number, says: string) =>
    segments.push({ kind, offset, length: size, says })
  for (let at = 0; at < length; ) {
    if (at < starts && looksRandom(at, keys) && isKey(at, zero, (small[at] ?? 0) * 2 > (keys.reaching[at] ?? 0))) {
      const same = !varies.subarray(at, at + KEY_BYTES).includes(1)
      add('key-like', at, KEY_BYTES, same ? 'the same 32 random-looking bytes' : '32 random-looking bytes')
      at += KEY_BYTES
      continue
    }
    // A number begins with its first varying byte: after another varying byte it would be part of that number.
    if (varies[at] === 1 && segments.at(-1)?.kind !== 'varying') {
      const counter = counterAt(rows, at, length, varies, zero)
      if (counter) {
        add('counter-like', at, counter.length, counter.says)
        at += counter.length
        continue
      }
    }
    const last = segments.at(-1)
    const kind = varies[at] === 1 ? 'varying' : 'constant'
    if (last?.kind === kind) last.length++
    else add(kind, at, 1, '')
    at++
  }
  for (const segment of segments) if (segment.says === '') segment.says = wordsFor(segment, rows, first)
  return { rows: rows.length, length, segments }
}

interface Keys {
  reaching: Uint16Array
  against: Uint16Array
}

/** Random: many distinct values, no two zeros in a row. */
function countKeys(row: Uint8Array, reach: number, { reaching, against }: Keys): void {
  const counts = new Uint8Array(256)
  let distinct = 0
  let lastZeros = -1
  for (let at = 0; at < reach; at++) {
    const entering = row[at] ?? 0
    if (entering === 0 && at > 0 && row[at - 1] === 0) lastZeros = at
    if (counts[entering] === 0) distinct++
    counts[entering] = (counts[entering] ?? 0) + 1
    const start = at - KEY_BYTES + 1
    if (start < 0) continue
    reaching[start] = (reaching[start] ?? 0) + 1
    if (distinct < KEY_DISTINCT || lastZeros > start) against[start] = (against[start] ?? 0) + 1
    const leaving = row[start] ?? 0
    counts[leaving] = (counts[leaving] ?? 0) - 1
    if (counts[leaving] === 0) distinct--
  }
}

/** Two zeros in a row occur once in two thousand random keys, so one row of a hundred may fail. */
function looksRandom(at: number, { reaching, against }: Keys): boolean {
  return (against[at] ?? 0) <= (reaching[at] ?? 0) / 100
}

/** A key neither begins where most rows have 0 or 1 nor ends with a byte that is 0 in every row: those are numbers. */
function isKey(at: number, zero: (at: number) => boolean, beginsSmall: boolean): boolean {
  return !beginsSmall && !zero(at + KEY_BYTES - 1)
}

/** Little-endian, low bytes vary, high bytes are 0 in every row; 8 bytes, else 4. */
function counterAt(
  rows: readonly Uint8Array[],
  at: number,
  length: number,
  varies: Uint8Array,
  zero: (at: number) => boolean,
): { length: number; says: string } | null {
  for (const size of [8, 4]) {
    if (at + size > length) continue
    let zeros = 0
    while (zeros < size && zero(at + size - 1 - zeros)) zeros++
    const low = size - zeros
    if (zeros === 0 || !varies.subarray(at, at + low).includes(1)) continue
    const values = rows.filter((row) => row.length >= at + size).map((row) => littleEndian(row, at, size))
    return { length: size, says: spanText(values) }
  }
  return null
}

function littleEndian(row: Uint8Array, at: number, size: number): bigint {
  let value = 0n
  for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(row[at + index] ?? 0)
  return value
}

function spanText(values: readonly bigint[]): string {
  let [least, most] = [values[0] ?? 0n, values[0] ?? 0n]
  let rises = values.length > 2
  for (const [index, value] of values.entries()) {
    if (value < least) least = value
    if (value > most) most = value
    if (index > 0 && value <= (values[index - 1] ?? 0n)) rises = false
  }
  return `${groupDigits(least)} to ${groupDigits(most)}${rises ? ', rising from row to row' : ''}`
}

function wordsFor({ kind, offset, length }: Segment, rows: readonly Uint8Array[], first: Int16Array): string {
  if (kind === 'varying') {
    if (length > 8) return 'differs from row to row'
    const values = new Set(
      rows.filter((row) => row.length > offset).map((row) => row.subarray(offset, offset + length).join()),
    )
    return `${groupDigits(values.size)} different values`
  }
  const bytes = first.subarray(offset, offset + length)
  if (bytes.every((byte) => byte === 0)) return length === 1 ? '00' : 'all 00'
  const hex = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return length > 4 ? `${hex} …` : hex
}
