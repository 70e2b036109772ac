import { STATIC_CARD } from '../summary/card'
import { type Summary, short, withoutAnswer } from '../summary/summary'
import {
  type Cluster,
  DELEGATE_FILTER,
  MINT_OFFSET,
  TOKEN_PROGRAM,
  type UrlFilter,
  type WalletTab,
  walletFilter,
  walletList,
} from '../urls/links'
import { readWalletUrl, type WalletUrl } from '../urls/read'
import { firstOf, type Search } from '../urls/search'
import { defineListPage, type ListPage } from './list-page'
import type { AnyPage } from './page'

const ROUTE = '/wallet/[address]'

/** What every tab has in common. */
const SHARED = {
  route: ROUTE,
  read: readWalletUrl,
  list: ({ wallet, tab, mint }: WalletUrl, cluster: Cluster) => walletList(wallet, { tab, mint }, cluster),
  summary: { of: walletSummary },
  elsewhere: ['sort', 'limit'],
  crawlers: 'open',
  narrowing: ['tab', 'mint'],
} as const

/** The tabs of a wallet's page that list accounts: of the wallet itself, or those of the token program that name it. */
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

/** The tab of a wallet's page that lists token accounts of others, which it may move as their delegate. */
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

/** /wallet/[address]: what a wallet holds, a list for each tab. design.md 4.3. */
export const walletPage: AnyPage = {
  ...walletAccounts,
  open: (subject, search) => walletTabPage(search).open(subject, search),
}

/** The definition of the tab that an address names. */
export function walletTabPage(search: Search): Pick<ListPage<WalletUrl, never>, 'open'> {
  return firstOf(search, 'tab') === 'received' ? walletReceived : walletAccounts
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

function walletSummary({ wallet }: WalletUrl, { network }: { network: string }): Summary {
  const about = `Compressed tokens and SOL of the wallet ${wallet} on ${network}.`
  const card = { ...STATIC_CARD, network, kind: 'Wallet', subject: wallet, headline: 'Compressed tokens and SOL' }
  return withoutAnswer(null, { title: `Wallet ${short(wallet)}`, about, card, isPlain: true })
}
