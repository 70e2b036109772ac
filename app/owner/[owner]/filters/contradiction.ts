import { readBytes } from '@/lib/format/typed-bytes'
import type { UrlFilter } from '@/lib/page/address'

/** Offset of the first byte where two filters differ, so that no account matches both; null: none. */
export function contradiction(filters: readonly UrlFilter[]): number | null {
  const wanted = new Map<number, number>()
  for (const { offset, bytes } of filters) {
    const read = readBytes('base58', bytes)
    if (!read.ok) continue
    for (const [i, byte] of read.bytes.entries()) {
      const before = wanted.get(offset + i)
      if (before !== undefined && before !== byte) return offset + i
      wanted.set(offset + i, byte)
    }
  }
  return null
}
