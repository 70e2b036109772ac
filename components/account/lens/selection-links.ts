import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster, UrlFilter, UrlSlice } from '@/lib/page/address'
import { boundedBase58 } from '@/lib/protocol/base58'

export interface LensList {
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  limit: number
}

/** Our limit: the bytes are put into the URL as base58. */
export const MAX_FILTER_BYTES = 256

/**
 * Links to accounts with the same bytes at this offset (null: too many bytes for a URL), and to the list sliced to these bytes.
 * features.md e11.
 * @param offset of the first byte in the whole data
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
