import type { InvalidParam } from '../../api/problem'
import { readLength, readOffset } from '../../format/data-range'
import { isByteFormat, PUBKEY_BYTES, readBytes } from '../../format/typed-bytes'
import type { UrlFilter, UrlSlice } from '../../page/address'
import { bytesAsSent, readFilters, type Search, valuesOf } from '../../page/address-reader'
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
const TOKEN_FIELDS = { tokenMint: MINT_OFFSET, tokenWallet: WALLET_OFFSET } as const

export interface OwnerQuery {
  filters: UrlFilter[]
  slice: UrlSlice | null
  fields: Record<OwnerField, string>
  /** By field; `filter` is about all filters together. */
  errors: Partial<Record<OwnerField | 'filter', string>>
  invalid: InvalidParam[]
  /** The address comes from a form: a valid one redirects to the canonical address. */
  typed: boolean
}

export function readOwnerQuery(owner: string, search: Search): OwnerQuery {
  const reading = new QueryReading(owner, search)
  reading.readFilters()
  reading.readSlice()
  reading.readTypedFilter()
  if (owner === TOKEN_PROGRAM) reading.readTokenFields()
  reading.readTypedSlice()
  return reading.done()
}

class QueryReading {
  private filters: UrlFilter[] = []
  private slice: UrlSlice | null = null
  private readonly fields: Partial<Record<OwnerField, string>> = {}
  private readonly errors: OwnerQuery['errors'] = {}
  private readonly invalid: InvalidParam[] = []
  private typed = false

  constructor(
    private readonly owner: string,
    private readonly search: Search,
  ) {}

  readFilters(): void {
    const { filters, tooMany, refused } = readFilters(this.search)
    this.filters = filters
    if (tooMany !== null) {
      this.refuse('filter', tooMany)
      this.errors.filter = tooMany
    }
    for (const { message } of refused) this.refuse('filter', message)
    // The first invalid one is shown in the form for correction.
    const [first] = refused
    if (!first) return
    const { text, half, halfMessage } = first
    const colon = text.indexOf(':')
    this.fields.filterOffset = colon < 0 ? '' : text.slice(0, colon)
    this.fields.filterFormat = 'base58'
    this.fields.filterBytes = text.slice(colon + 1)
    this.errors[half === 'offset' ? 'filterOffset' : 'filterBytes'] = halfMessage
  }

  readSlice(): void {
    const [text, second] = valuesOf(this.search, 'slice')
    if (second !== undefined) this.refuse('slice', 'must be given once')
    if (!text) return
    const read = readSlice(text)
    if (read.ok) this.slice = read.slice
    else {
      this.refuse('slice', read.message)
      const [offset = '', ...length] = text.split(':')
      this.fields.sliceOffset = offset
      this.fields.sliceLength = length.join(':')
      this.errors[read.field] = read.fieldMessage
    }
  }

  readTypedFilter(): void {
    if (!this.has('filterOffset', 'filterFormat', 'filterBytes')) return
    const offset = readOffset(this.take('filterOffset', '0'))
    const format = this.take('filterFormat', 'base58')
    const typed = this.take('filterBytes', '')
    if (!offset.ok) this.refuseField('filterOffset', offset.message)
    if (!isByteFormat(format)) {
      this.refuseField('filterFormat', 'must be one of base58, pubkey, hex, text, u8, u16, u32, u64')
      return
    }
    const bytes = bytesAsSent(format, typed)
    if (!bytes.ok) this.refuseField('filterBytes', bytes.message)
    if (offset.ok && bytes.ok) this.addTyped('filterBytes', { offset: offset.value, bytes: bytes.base58 })
  }

  readTokenFields(): void {
    if (!this.has('tokenWallet', 'tokenMint')) return
    for (const name of ['tokenMint', 'tokenWallet'] as const) {
      const text = this.take(name, '').trim()
      if (text === '') continue
      const read = bytesAsSent('pubkey', text)
      if (!read.ok) {
        this.refuseField(name, read.message)
        continue
      }
      const offset = TOKEN_FIELDS[name]
      this.filters = this.filters.filter((filter) => filter.offset !== offset || !isKey(filter))
      this.addTyped(name, { offset, bytes: read.base58 })
    }
  }

  readTypedSlice(): void {
    if (!this.has('sliceOffset', 'sliceLength')) return
    const offset = readOffset(this.take('sliceOffset', '0'))
    const length = readLength(this.take('sliceLength', ''))
    if (!offset.ok) this.refuseField('sliceOffset', offset.message)
    if (!length.ok) this.refuseField('sliceLength', length.message)
    if (offset.ok && length.ok) this.slice = { offset: offset.value, length: length.value }
  }

  done(): OwnerQuery {
    const { filters, slice, errors, invalid, typed } = this
    const keyAt = (offset: number) => filters.find((filter) => filter.offset === offset && isKey(filter))?.bytes ?? ''
    const isToken = this.owner === TOKEN_PROGRAM
    const fields: OwnerQuery['fields'] = {
      filterOffset: '0',
      filterFormat: 'base58',
      filterBytes: '',
      sliceOffset: String(slice?.offset ?? 0),
      sliceLength: slice ? String(slice.length) : '',
      tokenWallet: isToken ? keyAt(WALLET_OFFSET) : '',
      tokenMint: isToken ? keyAt(MINT_OFFSET) : '',
      ...this.fields,
    }
    return { filters, slice, fields, errors, invalid, typed }
  }

  /** True where a field is present, even empty: its form was submitted. */
  private has(...names: OwnerField[]): boolean {
    const here = names.some((name) => valuesOf(this.search, name).length > 0)
    if (here) this.typed = true
    return here
  }

  private take(name: OwnerField, absent: string): string {
    const [text = absent, second] = valuesOf(this.search, name)
    if (second !== undefined) this.refuseField(name, 'must be given once')
    this.fields[name] = text
    return text
  }

  private addTyped(name: OwnerField, filter: UrlFilter): void {
    if (this.filters.some(({ offset, bytes }) => offset === filter.offset && bytes === filter.bytes)) return
    if (this.filters.length < MAX_FILTERS) this.filters.push(filter)
    else this.refuseField(name, `must wait: at most ${MAX_FILTERS} filters can be sent, remove one first`)
  }

  private refuseField(name: OwnerField, message: string): void {
    this.errors[name] ??= message
    this.refuse(name, message)
  }

  private refuse(name: string, message: string): void {
    if (!this.invalid.some((other) => other.name === name)) this.invalid.push({ name, message })
  }
}

interface Refused {
  ok: false
  field: OwnerField
  message: string
  fieldMessage: string
}

function readSlice(text: string): { ok: true; slice: UrlSlice } | Refused {
  const refused = (field: OwnerField, about: string, fieldMessage: string): Refused => ({
    ok: false,
    field,
    fieldMessage,
    message: `must be <offset>:<length> in bytes; in “${text.slice(0, 60)}” ${about}`,
  })
  const parts = text.split(':')
  const [offsetText = '', lengthText = ''] = parts
  if (parts.length !== 2) {
    return refused(
      'sliceLength',
      parts.length === 1 ? 'is no colon' : `are ${parts.length} parts`,
      'must be one number',
    )
  }
  const offset = readOffset(offsetText)
  if (!offset.ok) return refused('sliceOffset', `the offset ${offset.message}`, offset.message)
  const length = readLength(lengthText)
  if (!length.ok) return refused('sliceLength', `the length ${length.message}`, length.message)
  return { ok: true, slice: { offset: offset.value, length: length.value } }
}

function isKey({ bytes }: UrlFilter): boolean {
  const read = readBytes('base58', bytes)
  return read.ok && read.bytes.length === PUBKEY_BYTES
}
