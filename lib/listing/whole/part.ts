import { base58 } from '@scure/base'
import type { PartBytes } from '../../api/whole'
import type { AccountItem } from '../../protocol/rpc/items'
import type { Params } from '../../protocol/rpc/methods'
import { MAX_FILTERS } from '../../protocol/rpc/methods/getCompressedAccountsByOwner'

/** Bytes that a row's data must have at an offset; empty: the row must have data. facts/photon-wire.md 5. */
export interface ByteFilter {
  offset: number
  bytes: Uint8Array
}

export type Memcmp = NonNullable<Params<'getCompressedAccountsByOwner'>['filters']>

export const BYTE_VALUES = 256

/** The filters of the list plus one byte for each split. Adjacent bytes share a filter, since an indexer takes five. */
export class Part {
  private constructor(
    private readonly given: readonly ByteFilter[],
    private readonly fixed: ReadonlyMap<number, number>,
    private readonly isSplit: boolean,
  ) {}

  static whole(filters: readonly ByteFilter[]): Part {
    const bytes = filters.flatMap(({ offset, bytes }) => [...bytes].map((byte, i) => [offset + i, byte] as const))
    return new Part(filters, new Map(bytes), false)
  }

  with(offset: number, value: number): Part {
    return new Part(this.given, new Map([...this.fixed, [offset, value]]), true)
  }

  get bytes(): number {
    return 400 + 40 * this.fixed.size
  }

  /** Length of data that its rows have at least; 0: rows may have no data. */
  get leastBytes(): number {
    return this.fixed.size === 0 ? 0 : Math.max(...this.fixed.keys()) + 1
  }

  get hasData(): boolean {
    return this.given.length > 0 || this.isSplit
  }

  has({ data }: AccountItem, bytes = Buffer.from(data?.data ?? '', 'base64')): boolean {
    if (!data) return !this.hasData
    const given = this.given.every(({ offset, bytes: of }) => bytes.subarray(offset, offset + of.length).equals(of))
    if (!given || !this.isSplit) return given
    for (const [offset, value] of this.fixed) if (bytes[offset] !== value) return false
    return true
  }

  isFixed(offset: number): boolean {
    return this.fixed.has(offset)
  }

  /** Whether a split here stays within an indexer's five filters. */
  canSplitAt(offset: number): boolean {
    return !this.isFixed(offset) && runsOf([...this.fixed.keys(), offset]).length <= MAX_FILTERS
  }

  get neighbours(): number[] {
    const near = runsOf([...this.fixed.keys()]).flatMap(({ from, to }) => [from - 1, to + 1])
    return near.filter((offset) => offset >= 0 && !this.isFixed(offset))
  }

  get filters(): ByteFilter[] {
    if (!this.isSplit) return [...this.given]
    return runsOf([...this.fixed.keys()]).map(({ from, to }) => ({
      offset: from,
      bytes: Uint8Array.from({ length: to - from + 1 }, (_, i) => this.fixed.get(from + i) ?? 0),
    }))
  }

  get name(): PartBytes[] {
    return this.filters.map(({ offset, bytes }) => ({ offset, hex: Buffer.from(bytes).toString('hex') }))
  }
}

function runsOf(offsets: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && offset <= last.to + 1) last.to = offset
    else runs.push({ from: offset, to: offset })
  }
  return runs
}

export function byteFilters(filters: Memcmp | undefined): ByteFilter[] {
  return (filters ?? []).map(({ memcmp }) => ({ offset: memcmp.offset, bytes: base58.decode(memcmp.bytes) }))
}

export function memcmps(filters: readonly ByteFilter[]): Memcmp {
  return filters.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: base58.encode(bytes) } }))
}
