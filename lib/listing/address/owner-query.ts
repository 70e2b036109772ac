import type { InvalidParam } from '../../api/problem'
import { parseLength, parseOffset } from '../../format/data-range'
import { type ByteFormat, isByteFormat, PUBKEY_BYTES, parseBytes } from '../../format/typed-bytes'
import type { UrlFilter, UrlSlice } from '../../page/address'
import {
  encodeBytesParam,
  type InvalidPair,
  parseSlice,
  readFilters,
  type Search,
  valuesOf,
} from '../../page/url-reader'
import { MINT_OFFSET, TOKEN_PROGRAM, WALLET_OFFSET } from '../../protocol/light/token-program'
import { MAX_FILTERS } from '../../protocol/rpc/methods/getCompressedAccountsByOwner'

/*
 * GET forms work without scripts; proxy.ts redirects their fields to the canonical
 * `filter=<offset>:<base58>&slice=<offset>:<length>`. Interface 4.3, features.md a13-a14.
 */

export const OWNER_FIELDS = {
  filterOffset: 'Offset',
  filterFormat: 'Type',
  filterBytes: 'Bytes',
  sliceOffset: 'From byte',
  sliceLength: 'Length',
  tokenWallet: 'Wallet',
  tokenMint: 'Mint',
} as const

export type OwnerField = keyof typeof OWNER_FIELDS

/** facts/light-events.md 9. */
const TOKEN_FIELDS = [
  ['tokenMint', MINT_OFFSET],
  ['tokenWallet', WALLET_OFFSET],
] as const

export interface OwnerQuery {
  filters: UrlFilter[]
  slice: UrlSlice | null
  fields: Record<OwnerField, string>
  /** Errors by field; `filter` is about all filters together. */
  errors: Partial<Record<OwnerField | 'filter', string>>
  invalid: InvalidParam[]
  /** True if the address comes from a form: it then redirects to the canonical one. */
  typed: boolean
}

export function readOwnerQuery(owner: string, search: Search): OwnerQuery {
  const read = readFilters(search)
  let { filters } = read
  let slice: UrlSlice | null = null
  const shown: Partial<Record<OwnerField, string>> = {}
  const errors: OwnerQuery['errors'] = {}
  const invalid: InvalidParam[] = []
  let typed = false

  const refuse = (name: string, message: string) => {
    if (!invalid.some((other) => other.name === name)) invalid.push({ name, message })
  }
  const refuseField = (name: OwnerField | 'filter', message: string) => {
    errors[name] ??= message
    refuse(name, message)
  }
  /** Fills the form with a wrong part of the address, for correction. */
  const show = ({ text, half, halfMessage }: InvalidPair, offset: OwnerField, rest: OwnerField) => {
    const colon = text.indexOf(':')
    shown[offset] = text.slice(0, Math.max(0, colon))
    shown[rest] = text.slice(colon + 1)
    errors[half === 'offset' ? offset : rest] = halfMessage
  }
  /** True if a field is present, even empty: its form was submitted. */
  const has = (...names: OwnerField[]) => {
    const here = names.some((name) => valuesOf(search, name).length > 0)
    typed ||= here
    return here
  }
  const take = <T>(name: OwnerField, absent: string, readText: (text: string) => Read<T>): T | null => {
    const [text = absent, second] = valuesOf(search, name)
    shown[name] = text
    const value = readText(text)
    if (second !== undefined) refuseField(name, 'must be given once')
    if (!value.ok) refuseField(name, value.message)
    return value.ok ? value.value : null
  }
  const add = (name: OwnerField, filter: UrlFilter) => {
    if (filters.some(({ offset, bytes }) => offset === filter.offset && bytes === filter.bytes)) return
    if (filters.length < MAX_FILTERS) filters.push(filter)
    else refuseField(name, `must wait: at most ${MAX_FILTERS} filters can be sent, remove one first`)
  }

  if (read.tooMany !== null) refuseField('filter', read.tooMany)
  for (const { message } of read.refused) refuse('filter', message)
  const [wrong] = read.refused
  if (wrong) show(wrong, 'filterOffset', 'filterBytes')

  const [sliceText, secondSlice] = valuesOf(search, 'slice')
  if (secondSlice !== undefined) refuse('slice', 'must be given once')
  if (sliceText) {
    const pair = parseSlice(sliceText)
    if (pair.ok) slice = { offset: pair.offset, length: pair.value }
    else {
      refuse('slice', pair.message)
      show(pair, 'sliceOffset', 'sliceLength')
    }
  }

  if (has('filterOffset', 'filterFormat', 'filterBytes')) {
    const offset = take('filterOffset', '0', parseOffset)
    const format = take('filterFormat', 'base58', readFormat)
    const bytes = take<string | null>('filterBytes', '', (text) =>
      format ? encodeBytesParam(format, text) : { ok: true, value: null },
    )
    if (offset !== null && bytes !== null) add('filterBytes', { offset, bytes })
  }
  if (owner === TOKEN_PROGRAM && has('tokenWallet', 'tokenMint')) {
    for (const [name, offset] of TOKEN_FIELDS) {
      const bytes = take<string | null>(name, '', (text) =>
        text.trim() ? encodeBytesParam('pubkey', text.trim()) : { ok: true, value: null },
      )
      if (bytes === null) continue
      filters = filters.filter((filter) => filter.offset !== offset || !isKey(filter))
      add(name, { offset, bytes })
    }
  }
  if (has('sliceOffset', 'sliceLength')) {
    const offset = take('sliceOffset', '0', parseOffset)
    const length = take('sliceLength', '', parseLength)
    if (offset !== null && length !== null) slice = { offset, length }
  }

  const keyAt = (at: number) => {
    if (owner !== TOKEN_PROGRAM) return ''
    return filters.find((filter) => filter.offset === at && isKey(filter))?.bytes ?? ''
  }
  const fields: OwnerQuery['fields'] = {
    filterOffset: '0',
    filterFormat: 'base58',
    filterBytes: '',
    sliceOffset: String(slice?.offset ?? 0),
    sliceLength: slice ? String(slice.length) : '',
    tokenWallet: keyAt(WALLET_OFFSET),
    tokenMint: keyAt(MINT_OFFSET),
    ...shown,
  }
  return { filters, slice, fields, errors, invalid, typed }
}

type Read<T> = { ok: true; value: T } | { ok: false; message: string }

function readFormat(text: string): Read<ByteFormat> {
  if (isByteFormat(text)) return { ok: true, value: text }
  return { ok: false, message: 'must be one of base58, pubkey, hex, text, u8, u16, u32, u64' }
}

function isKey({ bytes }: UrlFilter): boolean {
  const read = parseBytes('base58', bytes)
  return read.ok && read.bytes.length === PUBKEY_BYTES
}
