import { groupDigits } from '@/lib/format/numbers'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster, UrlFilter, UrlSlice } from '@/lib/page/address'
import { boundedBase58 } from '@/lib/protocol/base58'

/*
 * What can be asked of the indexer with the selected bytes, and what a selection is called. features.md e11.
 */

/** What the list that the row stands in was asked for: links from the lens keep it. */
export interface LensList {
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  limit: number
}

/** Our choice: what is searched for stands in an address as base58. */
export const MAX_FILTER_BYTES = 256

/**
 * Where accounts with the same bytes at this place are listed (null: too many bytes for an address), and where the list
 * shows of its accounts these bytes alone.
 * @param offset of the first of the bytes in the whole data.
 */
export function selectionLinks(
  { hash, owner, cluster, list }: { hash: string; owner: string; cluster: Cluster; list?: LensList | undefined },
  bytes: Uint8Array,
  offset: number,
): { others: string | null; alone: string } {
  const size = list ? { limit: list.limit } : {}
  const slice = { offset, length: bytes.length }
  const filters = bytes.length <= MAX_FILTER_BYTES ? [{ offset, bytes: boundedBase58(bytes) }] : null
  return {
    others: filters && ownerHref(owner, { filters, ...size }, cluster),
    alone: ownerHref(owner, { filters: list?.filters ?? [], slice, ...size, open: hash }, cluster),
  }
}

/** A range of bytes in words, the first being 0: `Byte 72`, `Bytes 32 to 63, 32 bytes`. */
export function rangeInWords(offset: number, length: number): string {
  if (length === 1) return `Byte ${groupDigits(offset)}`
  return `Bytes ${groupDigits(offset)} to ${groupDigits(offset + length - 1)}, ${groupDigits(length)} bytes`
}
