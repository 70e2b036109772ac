import { hexOf } from '../../format/hex'
import { boundedBase58 } from '../../protocol/base58'
import type { ByteField } from './field'
import { LINE_END } from './layout-fragment'
import { printableText } from './printable'
import { boolText } from './values-at'

/*
 * A field layout by the reader: a line per field, `amount: u64`. Integers are little-endian, fields have no gaps, as in borsh.
 * Applied in the browser only.
 */

const INTEGER_SIZES = { u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, i8: 1, i16: 2, i32: 4, i64: 8, i128: 16 } as const

type IntegerName = keyof typeof INTEGER_SIZES

export type LayoutType =
  | { kind: 'integer'; name: IntegerName }
  | { kind: 'bool' }
  | { kind: 'pubkey' }
  | { kind: 'bytes' | 'text'; length: number }
  /** One byte 0, or 1 and the value. */
  | { kind: 'option'; of: LayoutType }

export interface LayoutField {
  name: string
  type: LayoutType
}

export interface LayoutProblem {
  line: number
  message: string
}

export type ParsedLayout = { ok: true; fields: LayoutField[] } | { ok: false; problems: LayoutProblem[] }

/** Our choices: a layout is read for every row of a page, and is part of a URL. */
const MAX_FIELDS = 64
const MAX_LAYOUT_CHARS = 4_000
const MAX_FIELD_BYTES = 1_048_576
const SHOWN_BYTES = 64

const TYPES = 'u8 to u128, i8 to i128, bool, pubkey, bytes[n], text[n] or option<type>'

/**
 * Lines end with a line break or a semicolon. Ignores empty lines, comments (`#`, `//`), and the `pub` and comma of a Rust
 * field. A line without a name is named after its type.
 */
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
    const called = name ?? typeName(type)
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
  if (Object.hasOwn(INTEGER_SIZES, word)) return { kind: 'integer', name: word as IntegerName }
  if (word === 'bool') return { kind: 'bool' }
  if (word === 'pubkey' || word === 'publickey') return { kind: 'pubkey' }
  const option = /^option<(.*)>$/i.exec(plain)
  if (option) {
    if (depth > 0) return 'nested options are not supported'
    const of = typeOf(option[1] ?? '', depth + 1)
    return typeof of === 'string' ? of : { kind: 'option', of }
  }
  const sized = /^(bytes|text)\[(.*)\]$/i.exec(plain) ?? /^\[(u8);(.*)\]$/i.exec(plain)
  if (sized) {
    const [, kind = '', count = ''] = sized
    if (!/^\d{1,7}$/.test(count) || Number(count) < 1 || Number(count) > MAX_FIELD_BYTES) {
      return `“${count}” is not a length: 1 to ${MAX_FIELD_BYTES} bytes`
    }
    return { kind: kind.toLowerCase() === 'text' ? 'text' : 'bytes', length: Number(count) }
  }
  if (word === 'bytes' || word === 'text') return `${word} needs a length: ${word}[16]`
  return `“${plain.slice(0, 40)}” is not a type: ${TYPES}`
}

export function typeName(type: LayoutType): string {
  switch (type.kind) {
    case 'integer':
      return type.name
    case 'bool':
    case 'pubkey':
      return type.kind
    case 'bytes':
    case 'text':
      return `${type.kind}[${type.length}]`
    case 'option':
      return `option<${typeName(type.of)}>`
  }
}

export function layoutText(fields: readonly LayoutField[]): string {
  return fields.map(({ name, type }) => (name === typeName(type) ? name : `${name}: ${typeName(type)}`)).join('\n')
}

/** Where the data ends, that field and all after it report it. `base`: offset of `bytes` in the whole data. */
export function readLayout(fields: readonly LayoutField[], bytes: Uint8Array, base = 0): ByteField[] {
  const read: ByteField[] = []
  let at = 0
  let lost = false
  for (const { name, type } of fields) {
    const start = at - base
    // An option's first byte decides its length: after a missing one, no offset is known.
    const tag = type.kind === 'option' ? bytes[start] : undefined
    const length = lengthOf(type, tag)
    const field = { name, type: typeName(type), offset: at, length }
    if (lost) read.push({ ...field, length: 0, value: null, problem: 'offset unknown' })
    else if (start < 0) read.push({ ...field, value: null, problem: 'before the loaded slice' })
    else if (start + length > bytes.length)
      read.push({ ...field, value: null, problem: `the data ends at byte ${base + bytes.length}` })
    else {
      const value = textOf(type, bytes.subarray(start, start + length))
      read.push(value === null ? { ...field, value, problem: 'must be 0 or 1' } : { ...field, value })
    }
    if (type.kind === 'option' && (tag === undefined || tag > 1)) lost = true
    at += length
  }
  return read
}

/** Bytes that the longest reading of a layout can touch. */
export function layoutReach(fields: readonly LayoutField[]): number {
  return fields.reduce((sum, { type }) => sum + lengthOf(type, 1), 0)
}

function lengthOf(type: LayoutType, tag: number | undefined): number {
  switch (type.kind) {
    case 'integer':
      return INTEGER_SIZES[type.name]
    case 'bool':
      return 1
    case 'pubkey':
      return 32
    case 'bytes':
    case 'text':
      return type.length
    case 'option':
      return tag === 1 ? 1 + lengthOf(type.of, undefined) : 1
  }
}

function textOf(type: LayoutType, part: Uint8Array): string | null {
  switch (type.kind) {
    case 'integer':
      return String(integerOf(part, type.name.startsWith('i')))
    case 'bool':
      return boolText(part[0])
    case 'pubkey':
      return boundedBase58(part)
    case 'text':
      return printableText(part.subarray(0, SHOWN_BYTES)).replace(/·+$/, '') + (part.length > SHOWN_BYTES ? '…' : '')
    case 'bytes': {
      const hex = hexOf(part.subarray(0, SHOWN_BYTES), '')
      return part.length > SHOWN_BYTES ? `${hex}…` : hex
    }
    case 'option':
      if (part[0] === 0) return 'none'
      return part[0] === 1 ? textOf(type.of, part.subarray(1)) : null
  }
}

function integerOf(part: Uint8Array, signed: boolean): bigint {
  let value = 0n
  for (let index = part.length - 1; index >= 0; index--) value = (value << 8n) | BigInt(part[index] ?? 0)
  return signed ? BigInt.asIntN(part.length * 8, value) : value
}
