import type { Params } from '../rpc/methods'
import type { DelegateUrl, ListPlace, OwnerUrl } from './read'

/* What a page's URL asks of the indexer: absent members are left out, because an indexer may refuse a null. */

export function ownerParams({ owner, filters, slice, ...place }: OwnerUrl): Params<'getCompressedAccountsByOwner'> {
  return {
    owner,
    ...(filters.length > 0 && { filters: filters.map((memcmp) => ({ memcmp })) }),
    ...(slice && { dataSlice: slice }),
    ...latestParams(place),
  }
}

export function delegateParams({
  delegate,
  mint,
  ...place
}: DelegateUrl): Params<'getCompressedTokenAccountsByDelegate'> {
  return { delegate, ...(mint && { mint }), ...latestParams(place) }
}

export function latestParams({
  limit,
  cursor,
}: Pick<ListPlace, 'limit' | 'cursor'>): Params<'getLatestCompressionSignatures'> {
  return { limit, ...(cursor && { cursor }) }
}
