import { percentEncoded } from '../format/text'
import { type ListAddress, type ListParams, type ListUrl, listHref, readListUrl } from '../listing/address/list-address'
import { type Cluster, href } from '../page/address'
import { type AddressReader, firstOf, type ReadUrl, type Search } from '../page/address-reader'
import { address } from '../protocol/rpc/primitives'

/* The addresses of a wallet's page. */

/** Tabs of a wallet's page, as its address names them. design.md 4.3. */
export const WALLET_TABS = ['tokens', 'sol', 'given', 'received'] as const

/** A tab of a wallet's page. */
export type WalletTab = (typeof WALLET_TABS)[number]

/** What `associated=` says on a wallet's page: the associated token accounts of the mints that it lists are requested, too. */
export const ASSOCIATED_LISTED = 'listed'

/** What of a wallet a link shows. */
export interface WalletNarrowed {
  /** Null: the first tab that has rows. */
  tab?: WalletTab | null
  mint?: string | null
}

/** The address of a list of a wallet: one tab of its page, of one mint or of all, without a place in it. */
export function walletList(wallet: string, { tab, mint }: WalletNarrowed, cluster: Cluster): ListAddress {
  return { path: `/wallet/${percentEncoded(wallet)}`, narrowed: { tab, mint }, cluster }
}

/** A wallet's tokens, and those under the associated token accounts of the mints that are listed. Once: no page keeps it. */
export function walletAssociatedHref(wallet: string, cluster?: Cluster): string {
  return href(`/wallet/${percentEncoded(wallet)}`, { tab: 'tokens', associated: ASSOCIATED_LISTED, cluster })
}

/** What a wallet holds. */
export function walletHref(
  wallet: string,
  { tab, mint, ...place }: ListParams & WalletNarrowed = {},
  cluster?: Cluster,
): string {
  return listHref(walletList(wallet, { tab: tab ?? null, mint: mint ?? null }, cluster), place)
}

/** The address of a wallet's page, read. */
export interface WalletUrl extends ListUrl {
  wallet: string
  /** Null: the first tab that has rows. */
  tab: WalletTab | null
  mint: string | null
  /** True: what the associated token accounts of the listed mints hold is requested, too. */
  associated: boolean
}

/** Reads the address of a wallet's page; `wallet` is the part of its path. */
export function readWalletUrl(wallet: string, search: Search): ReadUrl<WalletUrl> {
  const tab = firstOf(search, 'tab')
  const subject = (read: AddressReader) => {
    const mint = read.one('mint')
    return {
      wallet: read.scalar('wallet', wallet, address),
      tab: readTab(read),
      mint: mint === null ? null : read.scalar('mint', mint, address),
      associated: readAssociated(read),
    }
  }
  return readListUrl(tab === 'received' ? 'tokenAccounts' : 'accounts', search, subject, tab !== 'sol')
}

const TAB_RULE = `must be one of ${WALLET_TABS.join(', ')}`

function readTab(read: AddressReader): WalletTab | null {
  const text = read.one('tab')
  const tab = WALLET_TABS.find((known) => known === text)
  if (text !== null && tab === undefined) read.refuse('tab', TAB_RULE)
  return tab ?? null
}

function readAssociated(read: AddressReader): boolean {
  const text = read.one('associated')
  if (text !== null && text !== ASSOCIATED_LISTED) read.refuse('associated', `must be ${ASSOCIATED_LISTED}`)
  return text !== null
}
