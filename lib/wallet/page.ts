import { DELEGATE_FILTER, ownedMintFilters, walletFilter } from '../listing/address/owner-address'
import { defineListPage, type ListPage } from '../listing/pages/list-page'
import { type Cluster, feedHref, type UrlFilter } from '../page/address'
import type { AnyPage, PageMethod, PageRequest, SummaryInput } from '../page/page'
import type { Summary } from '../page/summary'
import { firstOf, type Search } from '../page/url-reader'
import { MINT_OFFSET, TOKEN_PROGRAM } from '../protocol/light/token-program'
import { MAX_LIMIT } from '../protocol/rpc/primitives'
import { readWalletUrl, type WalletTab, type WalletUrl, walletList } from './address'
import { summaryMints, walletSummary } from './summary'
import { type WalletOutcomes, walletHoldings } from './wallet'

const ROUTE = '/wallet/[address]'

const SHARED = {
  route: ROUTE,
  read: readWalletUrl,
  list: ({ wallet, tab, mint }: WalletUrl, cluster: Cluster) => walletList(wallet, { tab, mint }, cluster),
  parts: walletRequests,
  summary: { of: summaryOf },
  mints: ({ wallet }: WalletUrl, { parts }: Pick<SummaryInput<PageMethod>, 'parts'>) =>
    summaryMints(holdingsOf(wallet, parts)),
  feed: ({ wallet }: WalletUrl, cluster: Cluster) => ({
    href: feedHref('wallet', wallet, cluster),
    title: 'New accounts of this wallet',
    what: 'new accounts and token accounts of this wallet',
  }),
  elsewhere: ['sort', 'limit'],
  crawlers: 'open',
  narrowing: ['tab', 'mint', 'associated', 'total'],
} as const

export const walletAccounts = defineListPage<WalletUrl, 'getCompressedAccountsByOwner'>({
  ...SHARED,
  method: 'getCompressedAccountsByOwner',
  params: ({ wallet, tab, mint }) =>
    tab === 'sol' ? { owner: wallet } : { owner: TOKEN_PROGRAM, filters: tokenFilters(wallet, tab, mint) },
  words: ({ wallet, tab }) => ({
    subject: { kind: 'Wallet', text: wallet },
    title: `Wallet ${wallet}`,
    noun: tab === 'sol' ? 'account' : 'token account',
    rows: ROWS[tab ?? 'tokens'],
    end: 'End of list',
  }),
})

export const walletReceived = defineListPage<WalletUrl, 'getCompressedTokenAccountsByDelegate'>({
  ...SHARED,
  method: 'getCompressedTokenAccountsByDelegate',
  params: ({ wallet, mint }) => ({ delegate: wallet, ...(mint && { mint }) }),
  words: ({ wallet }) => ({
    subject: { kind: 'Wallet', text: wallet },
    title: `Wallet ${wallet}`,
    noun: 'token account',
    rows: ROWS.received,
    end: 'End of list',
  }),
})

/** /wallet/[address]. design.md 4.3. */
export const walletPage: AnyPage = {
  ...walletAccounts,
  open: (subject, search) => walletTabPage(search).open(subject, search),
}

export function walletTabPage(search: Search): Pick<ListPage<WalletUrl, never>, 'open'> {
  return firstOf(search, 'tab') === 'received' ? walletReceived : walletAccounts
}

type WalletSubject = Pick<WalletUrl, 'wallet'> & Partial<Pick<WalletUrl, 'minSlot'>>

/**
 * One chunk each of the wallet's accounts, its token accounts and those delegated to it; the pages of the tabs are slices of
 * these chunks.
 */
export function walletRequests({ wallet, minSlot = null }: WalletSubject): PageRequest[] {
  const method = 'getCompressedAccountsByOwner'
  const place = partPlace(minSlot)
  return [
    { method, params: { owner: wallet, ...place } },
    { method, params: { owner: TOKEN_PROGRAM, filters: tokenFilters(wallet, 'tokens', null), ...place } },
    { method: 'getCompressedTokenAccountsByDelegate', params: { delegate: wallet, ...place } },
  ]
}

function partPlace(minSlot: number | null) {
  return { limit: MAX_LIMIT, ...(minSlot !== null && { minSlot }) }
}

export function associatedRequest(account: string, mint: string, minSlot: number | null): PageRequest {
  const filters = ownedMintFilters(account, mint).map((memcmp) => ({ memcmp }))
  return { method: 'getCompressedAccountsByOwner', params: { owner: TOKEN_PROGRAM, filters, ...partPlace(minSlot) } }
}

export function holdingsOf(wallet: string, outcomes: SummaryInput<PageMethod>['parts']) {
  // In the order of walletRequests().
  const [own = null, tokens = null, received = null] = outcomes
  return walletHoldings(wallet, { own, tokens, received } as WalletOutcomes)
}

function summaryOf(
  { wallet, tab, mint, cursor, minSlot }: WalletUrl,
  { network, parts, mints }: Pick<SummaryInput<PageMethod>, 'network' | 'parts' | 'mints'>,
): Summary {
  const isPlain = tab === null && mint === null && cursor === null && minSlot === null
  return walletSummary(wallet, holdingsOf(wallet, parts), { network, isPlain, mints })
}

const ROWS: Record<WalletTab, string> = {
  tokens: 'token accounts of this wallet',
  sol: 'accounts owned by this wallet',
  given: 'token accounts of this wallet that have a delegate',
  received: 'token accounts delegated to this wallet',
}

function tokenFilters(wallet: string, tab: WalletTab | null, mint: string | null): { memcmp: UrlFilter }[] {
  const filters = [
    walletFilter(wallet),
    ...(tab === 'given' ? [DELEGATE_FILTER] : []),
    ...(mint ? [{ offset: MINT_OFFSET, bytes: mint }] : []),
  ]
  return filters.map((memcmp) => ({ memcmp }))
}
