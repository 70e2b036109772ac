import type { ReactNode } from 'react'
import { Elsewhere } from '@/components/frame/elsewhere'
import { NO_CONSUMED } from '@/components/listing/words-server'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { ListPage } from '@/lib/listing/pages/list-page'
import { firstOf } from '@/lib/page/url-reader'
import { clock } from '@/lib/platform/clock'
import type { ListMethod } from '@/lib/protocol/rpc/methods'
import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import type { Network } from '@/lib/upstream/networks/networks'
import { type WalletTab, type WalletUrl, walletHref } from '@/lib/wallet/address'
import { holdingsOf, walletAccounts, walletReceived, walletRequests } from '@/lib/wallet/page'
import { isCompletePart, type WalletHoldings } from '@/lib/wallet/wallet'
import { AccountRows } from '../../../components/listing/account-rows'
import type { ShownList } from '../../../components/listing/list-view'
import { pageMetadata } from '../../../lib/site/head'
import { load, loadMints, loadNothing, loadParts } from '../../../lib/site/load'
import { loadList, type OpenedPage, openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { ListPageFrame } from '../../list-page'
import { AssociatedAccounts, type ShownAssociated } from './associated-accounts'
import { DelegatedRows } from './delegated-rows'
import { type Associated, hasAssociated, listedMints, loadAssociated } from './load-associated'
import { loadChainTotal, loadShownTotal } from './load-total'
import { TabTotals } from './tab-totals'
import { WalletTabs } from './wallet-tabs'
import { WalletTotals } from './wallet-total'
import * as words from './words'

/** For all requests of the page, one after the other. design.md 2. */
const PAGE_MS = 8_000

const accountsHead = pageMetadata(walletAccounts)
const receivedHead = pageMetadata(walletReceived)

export async function generateMetadata(input: PageInput) {
  return (await isReceived(input)) ? receivedHead(input) : accountsHead(input)
}

export default async function WalletPage(input: PageInput) {
  const until = clock().monotonic() + PAGE_MS
  const tokenAccounts = (shown: ShownList<'getCompressedTokenAccountsByDelegate'>) => <DelegatedRows shown={shown} />
  if (await isReceived(input)) return tabOf(walletReceived, input, until, tokenAccounts)
  const opened = await openPage(walletAccounts, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  if (opened.url.tab !== null) return tabOf(walletAccounts, input, until, (shown) => <AccountRows shown={shown} />)
  // No tab in the URL: the first one with rows.
  const { network, url, search } = opened
  const [parts, total] = await Promise.all([loadParts(network, walletRequests(url)), loadChainTotal(network, url)])
  const tab = total && total.mints.length > 0 ? 'tokens' : firstTab(holdingsOf(url.wallet, parts))
  const chosen: PageInput = { ...input, searchParams: Promise.resolve({ ...search, tab }) }
  if (tab === 'received') return tabOf(walletReceived, chosen, until, tokenAccounts)
  return tabOf(walletAccounts, chosen, until, (shown) => <AccountRows shown={shown} />)
}

async function tabOf<M extends ListMethod>(
  page: ListPage<WalletUrl, M>,
  input: PageInput,
  until: number,
  rows: (shown: ShownList<M>) => ReactNode,
) {
  const opened = await openPage(page, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network, cluster, url } = opened
  const { wallet, mint, created } = url
  const tab = url.tab ?? 'tokens'
  // Rows of a mint or of delegations are cut from a whole part; rows beyond it are in another chunk.
  const isCut = url.cursor === null || tab === 'given' || mint !== null
  const ahead = isCut ? null : load(network, page.method, opened.params)
  const ofMint = mint !== null && hasAssociated(url) ? loadAssociated(network, url, [mint]) : null
  if (tab === 'tokens') void loadChainTotal(network, url)
  const parts = await loadParts(network, walletRequests(url))
  const holdings = holdingsOf(wallet, parts)
  const counted = tab === 'tokens' ? await loadShownTotal(network, url, parts, cluster) : null
  const mints = mint === null && counted === null && url.associated && hasAssociated(url) ? listedMints(holdings) : []
  const [associated] = await Promise.all([
    ofMint ?? loadAssociated(network, url, mints, left(until)),
    ahead ?? loadRows(page, opened, holdings[tab], until),
  ])
  const part = holdings[tab]
  const { mints: known } = await loadMints(network, [
    ...(counted?.total.mints ?? []).map(({ mint: of }) => of),
    ...associated.map(({ mint: of }) => of),
    ...mintsOf(part),
  ])
  const owned = { wallet, tab, mint, created, known, holdings, associated, cluster }
  return (
    <ListPageFrame
      page={page}
      list={await loadList(page, opened)}
      rows={rows}
      savedAs={{ kind: 'wallet' }}
      about={
        knownAccount(wallet) && (
          <p>
            <span>{words.notWallet}</span>{' '}
            <Link href={ownerHref(wallet, {}, cluster)}>Compressed accounts that it owns</Link>
          </p>
        )
      }
      empty={<EmptyTab {...owned} network={network} hasTotals={(counted?.total.accounts.length ?? 0) > 0} />}
    >
      <WalletTabs {...{ wallet, tab, created, holdings, cluster }} />
      {counted !== null && <WalletTotals {...counted} {...{ mint, created, known, cluster }} />}
      {counted === null && part.known && part.accounts > 0 && (
        <TabTotals {...{ wallet, tab, mint, created, known, holdings, cluster }} />
      )}
      {(tab === 'given' || (tab === 'tokens' && counted === null)) && (part.known || associated.length > 0) && (
        <AssociatedAccounts {...owned} tab={tab} requested={url.associated} />
      )}
      <h2 className="sr-only">
        {page.method === 'getCompressedAccountsByOwner' ? 'Compressed accounts' : 'Token accounts'}
      </h2>
    </ListPageFrame>
  )
}

function mintsOf(part: WalletHoldings[keyof WalletHoldings]): string[] {
  return part.known && 'exposure' in part ? part.exposure.mints.map(({ mint }) => mint) : []
}

/** Loads the part before its rows, which are cut from the same chunk. A failed part is not requested again. */
function loadRows<M extends ListMethod>(
  { method }: ListPage<WalletUrl, M>,
  { network, params, url }: OpenedPage<WalletUrl, M>,
  part: WalletHoldings[keyof WalletHoldings],
  until: number,
) {
  if (url.cursor === null && !part.known && part.problem) return loadNothing(network, method, params, part.problem)
  return load(network, method, params, left(until))
}

function left(until: number): number {
  return Math.max(1, until - clock().monotonic())
}

async function isReceived({ searchParams }: PageInput): Promise<boolean> {
  return firstOf(await searchParams, 'tab') === 'received'
}

/** Tokens, unless there are none and another tab has rows. */
function firstTab(holdings: WalletHoldings): WalletTab {
  const { tokens } = holdings
  if (!tokens.known || tokens.accounts > 0) return 'tokens'
  const hasRows = (tab: WalletTab) => {
    const part = holdings[tab]
    return part.known && part.accounts > 0
  }
  return (['sol', 'received'] as const).find(hasRows) ?? 'tokens'
}

function EmptyTab({
  wallet,
  tab,
  mint,
  holdings,
  associated,
  network,
  hasTotals,
  cluster,
}: Pick<ShownAssociated, 'wallet' | 'mint' | 'holdings' | 'cluster'> & {
  tab: WalletTab
  associated: readonly Associated[]
  network: Network
  /** The totals above it have accounts, on the chain for instance. */
  hasTotals: boolean
}) {
  const parts = Object.values(holdings)
  const nothing = !hasTotals && parts.every((part) => part.known && part.accounts === 0 && isCompletePart(part))
  const isAssociated = associated.some(({ part }) => part.known && part.accounts > 0)
  const sentence = isAssociated
    ? words.noneButAssociated
    : nothing && mint === null
      ? words.nothingAtAll
      : words.noneOfThese
  return (
    <Notice title={`${words.nothingInTab[tab]}${mint ? ' of this mint' : ''}`} text={`${sentence} ${NO_CONSUMED}`}>
      <p className="mt-3 flex flex-wrap gap-2">
        {mint && (
          <Link href={walletHref(wallet, { tab }, cluster)} className="button">
            All mints
          </Link>
        )}
        <Link href={ownerHref(wallet, {}, cluster)} className="button">
          View as owner
        </Link>
      </p>
      {nothing && <Elsewhere network={network} kind="address" text={wallet} cluster={cluster} />}
    </Notice>
  )
}
