import { hexOf } from '../../format/hex'
import { boundedBase58 } from '../../protocol/base58'
import type { ByteField } from './field'
import { LINE_END } from './layout-fragment'
import { printableText } from './printable'
import { formatBool } from './values-at'

/*
 * A field layout that a user typed: a line per field, `amount: u64`. Integers are little-endian, fields have no gaps, as in
 * borsh. Applied in the browser only.
 */

const INTEGER_SIZES = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, i8: 1, i16: 2, i32: 4, i64: 8, i128: 16 } as const

interface LayoutType {
  name: string
  /** Bytes of the value, without the tag byte of an option. */
  size: number
  isOption?: true
  /** null: the bytes are invalid for the type. */
  text(part: Uint8Array): string | null
}

export interface LayoutField {
  name: string
  type: LayoutType
}

export interface LayoutProblem {
  line: number
  message: string
}

export type ParsedLayout = { ok: true; fields: LayoutField[] } | { ok: false; problems: LayoutProblem[] }

/** Our choices: a layout is applied to every row of a page, and is part of a URL. */
const MAX_FIELDS = 64
const MAX_LAYOUT_CHARS = 4_000
const MAX_FIELD_BYTES = 1_048_576
const SHOWN_BYTES = 64

const TYPES = 'u8 to u128, i8 to i128, bool, pubkey, bytes[n], text[n] or option<type>'

/** Ignores empty lines, comments (`#`, `//`), and Rust's `pub` and commas. A line without a name is named by its type. */
export function parseLayout(text: string): ParsedLayout {
  if (text.length > MAX_LAYOUT_CHARS) {
    return { ok: false, problems: [{ line: 1, message: `a layout has at most ${MAX_LAYOUT_CHARS} characters` }] }
  }
  const fields: LayoutField[] = []
  const problems: LayoutProblem[] = []
  const firstLineOf = new Map<string, number>()
  for (const { line, content } of linesOf(text)) {
    const refuse = (message: string) => problems.push({ line, message })
    const { name, typeText } = nameAndType(content)
    const type = typeOf(typeText)
    if (typeof type === 'string') {
      refuse(type)
      continue
    }
    const called = name ?? type.name
    if (name !== null && !/^[\p{L}_][\p{L}\p{N}_-]{0,39}$/u.test(name)) {
      refuse(`“${name.slice(0, 40)}” is not a name: letters, digits, _ and -, at most 40, a letter first`)
      continue
    }
    const first = firstLineOf.get(called)
    if (first !== undefined && name !== null) {
      refuse(`“${name}” is already on line ${first}`)
      continue
    }
    firstLineOf.set(called, line)
    fields.push({ name: called, type })
  }
  const [tooMany] = [...linesOf(text)].slice(MAX_FIELDS)
  if (tooMany) problems.push({ line: tooMany.line, message: `a layout has at most ${MAX_FIELDS} fields` })
  if (problems.length > 0) return { ok: false, problems }
  if (fields.length === 0) return { ok: false, problems: [{ line: 1, message: 'no fields' }] }
  return { ok: true, fields }
}

function* linesOf(text: string): Generator<{ line: number; content: string }> {
  for (const [index, whole] of text.split(LINE_END).entries()) {
    const content = whole
      .replace(/(?:#|\/\/).*$/s, '')
      .replace(/^\s*pub(?:\([^)]*\))?\s+/, '')
      .trim()
      .replace(/,$/, '')
      .trim()
    if (content !== '') yield { line: index + 1, content }
  }
}

function nameAndType(content: string): { name: string | null; typeText: string } {
  const colon = content.indexOf(':')
  if (colon === -1) return { name: null, typeText: content }
  return { name: content.slice(0, colon).trim(), typeText: content.slice(colon + 1).trim() }
}

function typeOf(text: string, depth = 0): LayoutType | string {
  const plain = text.replaceAll(/\s/g, '')
  if (plain === '') return `needs a type: ${TYPES}`
  const word = plain.toLowerCase()
  if (Object.hasOwn(INTEGER_SIZES, word)) {
    const text = (part: Uint8Array) => String(integerOf(part, word.startsWith('i')))
    return { name: word, size: INTEGER_SIZES[word as keyof typeof INTEGER_SIZES], text }
  }
  if (word === 'bool') return { name: word, size: 1, text: (part) => formatBool(part[0]) }
  if (word === 'pubkey' || word === 'publickey') return { name: 'pubkey', size: 32, text: boundedBase58 }
  const option = /^option<(.*)>$/i.exec(plain)
  if (option) {
    if (depth > 0) return 'nested options are not supported'
    const of = typeOf(option[1] ?? '', depth + 1)
    if (typeof of === 'string') return of
    const text = (part: Uint8Array) => (part[0] === 0 ? 'none' : part[0] === 1 ? of.text(part.subarray(1)) : null)
    return { name: `option<${of.name}>`, size: of.size, isOption: true, text }
  }
  const sized = /^(bytes|text)\[(.*)\]$/i.exec(plain) ?? /^\[(u8);(.*)\]$/i.exec(plain)
  if (sized) {
    const [, kind = '', count = ''] = sized
    const size = Number(count)
    if (!/^\d{1,7}$/.test(count) || size < 1 || size > MAX_FIELD_BYTES) {
      return `“${count}” is not a length: 1 to ${MAX_FIELD_BYTES} bytes`
    }
    const isText = kind.toLowerCase() === 'text'
    const shown = (part: Uint8Array) => (isText ? printableText(part).replace(/·+$/, '') : hexOf(part, ''))
    const text = (part: Uint8Array) => shown(part.subarray(0, SHOWN_BYTES)) + (size > SHOWN_BYTES ? '…' : '')
    return { name: `${isText ? 'text' : 'bytes'}[${size}]`, size, text }
  }
  if (word === 'bytes' || word === 'text') return `${word} needs a length: ${word}[16]`
  return `“${plain.slice(0, 40)}” is not a type: ${TYPES}`
}

export function formatLayout(fields: readonly LayoutField[]): string {
  return fields.map(({ name, type }) => (name === type.name ? name : `${name}: ${type.name}`)).join('\n')
}

/** Fields beyond the data have a `problem`. @param base offset of `bytes` in the whole data */
export function readLayout(fields: readonly LayoutField[], bytes: Uint8Array, base = 0): ByteField[] {
  const read: ByteField[] = []
  let at = 0
  let lost = false
  for (const { name, type } of fields) {
    const start = at - base
    // An option's length depends on its tag byte: without it, later offsets are unknown.
    const tag = type.isOption ? bytes[start] : undefined
    const length = type.isOption ? (tag === 1 ? 1 + type.size : 1) : type.size
    const field = { name, type: type.name, offset: at, length }
    if (lost) read.push({ ...field, length: 0, value: null, problem: 'offset unknown' })
    else if (start < 0) read.push({ ...field, value: null, problem: 'before the loaded slice' })
    else if (start + length > bytes.length)
      read.push({ ...field, value: null, problem: `the data ends at byte ${base + bytes.length}` })
    else {
      const value = type.text(bytes.subarray(start, start + length))
      read.push(value === null ? { ...field, value, problem: 'must be 0 or 1' } : { ...field, value })
    }
    if (type.isOption && (tag === undefined || tag > 1)) lost = true
    at += length
  }
  return read
}

export function maxLayoutBytes(fields: readonly LayoutField[]): number {
  return fields.reduce((sum, { type }) => sum + type.size + (type.isOption ? 1 : 0), 0)
}

function integerOf(part: Uint8Array, signed: boolean): bigint {
  let value = 0n
  for (let index = part.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(part[index] ?? 0)
  return signed ? BigInt.asIntN(part.length * 8, value) : value
}
