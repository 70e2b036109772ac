import { percentEncoded } from '../../format/percent'
import type { Cluster } from '../../page/address'
import type { ReadUrl } from '../../page/address-reader'
import type { Search } from '../../page/query-params'
import { address } from '../../protocol/rpc/primitives'
import { type ListAddress, type ListParams, type ListUrl, listHref, readListUrl } from './list-address'

/* The addresses of token accounts that name a delegate. */

/** The address of a delegate's list, of one mint or of all, without a place in it. */
export function delegateList(delegate: string, mint: string | null | undefined, cluster: Cluster): ListAddress {
  return { path: `/delegate/${percentEncoded(delegate)}`, narrowed: { mint }, cluster }
}

/** A page of a delegate's token accounts. */
export function delegateHref(
  delegate: string,
  { mint, ...place }: ListParams & { mint?: string | null } = {},
  cluster?: Cluster,
): string {
  return listHref(delegateList(delegate, mint, cluster), place)
}

/** The address of a delegate's list, read. */
export interface DelegateUrl extends ListUrl {
  delegate: string
  mint: string | null
}

/** Reads the address of a delegate's list; `delegate` is the part of its path. */
export function readDelegateUrl(delegate: string, search: Search): ReadUrl<DelegateUrl> {
  return readListUrl('tokenAccounts', search, (read) => {
    const mint = read.one('mint')
    return {
      delegate: read.scalar('delegate', delegate, address),
      mint: mint === null ? null : read.scalar('mint', mint, address),
    }
  })
}
