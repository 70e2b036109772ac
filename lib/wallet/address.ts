import { percentEncoded } from '../format/text'
import { type ListAddress, type ListParams, type ListUrl, listHref, readListUrl } from '../listing/address/list-address'
import { type Cluster, href } from '../page/address'
import { firstOf, type Search, type UrlReader, type UrlResult } from '../page/url-reader'
import { address } from '../protocol/rpc/primitives'

/** Values of `tab=`. design.md 4.3. */
export const WALLET_TABS = ['tokens', 'sol', 'given', 'received'] as const

export type WalletTab = (typeof WALLET_TABS)[number]

/** Value of `associated=`: also request the associated token accounts of the listed mints. */
export const ASSOCIATED_LISTED = 'listed'

interface WalletFilters {
  /** Null: the first tab that has rows. */
  tab?: WalletTab | null
  mint?: string | null
}

export function walletList(wallet: string, { tab, mint }: WalletFilters, cluster: Cluster): ListAddress {
  return { path: `/wallet/${percentEncoded(wallet)}`, narrowed: { tab, mint }, cluster }
}

/** Value of `total=`: the page waits for the accounts on the chain. */
export const TOTAL_WAIT = 'wait'

export function walletTotalHref(wallet: string, cluster?: Cluster): string {
  return href(`/wallet/${percentEncoded(wallet)}`, { total: TOTAL_WAIT, cluster })
}

export function walletTotalPath(wallet: string, isMore: boolean, network: string): string {
  const more = isMore ? { associated: ASSOCIATED_LISTED } : {}
  return `/api/v1/wallet?${new URLSearchParams({ address: wallet, ...more, cluster: network })}`
}

/** Other links of the page omit `associated`, so that the lookup happens once. */
export function walletAssociatedHref(wallet: string, cluster?: Cluster): string {
  return href(`/wallet/${percentEncoded(wallet)}`, { tab: 'tokens', associated: ASSOCIATED_LISTED, cluster })
}

export function walletHref(
  wallet: string,
  { tab, mint, ...place }: ListParams & WalletFilters = {},
  cluster?: Cluster,
): string {
  return listHref(walletList(wallet, { tab: tab ?? null, mint: mint ?? null }, cluster), place)
}

export interface WalletUrl extends ListUrl {
  wallet: string
  /** Null: the first tab that has rows. */
  tab: WalletTab | null
  mint: string | null
  associated: boolean
  /** The page waits for the accounts on the chain. */
  waits: boolean
}

export function readWalletUrl(wallet: string, search: Search): UrlResult<WalletUrl> {
  const tab = firstOf(search, 'tab')
  const subject = (read: UrlReader) => {
    const mint = read.one('mint')
    return {
      wallet: read.scalar('wallet', wallet, address),
      tab: read.parsed('tab', TAB_RULE, (text) => WALLET_TABS.find((known) => known === text) ?? null),
      mint: mint === null ? null : read.scalar('mint', mint, address),
      associated: readOnly(read, 'associated', ASSOCIATED_LISTED),
      waits: readOnly(read, 'total', TOTAL_WAIT),
    }
  }
  return readListUrl(tab === 'received' ? 'tokenAccounts' : 'accounts', search, subject, tab !== 'sol')
}

const TAB_RULE = `must be one of ${WALLET_TABS.join(', ')}`

/** True if it is there. */
function readOnly(read: UrlReader, name: string, allowed: string): boolean {
  const text = read.one(name)
  if (text !== null && text !== allowed) read.refuse(name, `must be ${allowed}`)
  return text !== null
}
