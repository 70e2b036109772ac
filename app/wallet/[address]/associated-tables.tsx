import { DelegateCell, NOT_NARROWED, StateCell } from '@/components/account/token-cells'
import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { SumText } from '@/components/table/sum-cell'
import { TokenAmount } from '@/components/ui/amounts'
import { Digits } from '@/components/ui/digits'
import { Identifier } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { accountHref } from '@/lib/account/address'
import type { TokenData } from '@/lib/account/lens/token-data'
import { delegatedAmount } from '@/lib/account/lens/token-extensions'
import { tokenUnits } from '@/lib/account/mints/contract'
import { groupDigits } from '@/lib/format/numbers'
import { ownedMintFilters, ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { TokenAccountItem } from '@/lib/protocol/rpc/items'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { walletHref } from '@/lib/wallet/address'
import { addSums, allOf, type Sum } from '@/lib/wallet/exposure'
import { isWhole, type Tokens, type WalletHoldings } from '@/lib/wallet/wallet'
import type { Associated } from './load-associated'

const MOST_ROWS = 25

export type AssociatedTab = 'tokens' | 'given'

const AMOUNT: Record<AssociatedTab, string> = { tokens: 'Amount', given: 'Delegated amount' }

export interface Shown {
  wallet: string
  tab: AssociatedTab
  mint: string | null
  holdings: WalletHoldings
  known: Mints
  cluster: Cluster
}

type Props = Shown & { rows: readonly Associated[] }

interface TotalsRow {
  mint: string
  account: string
  sum: Sum
  atLeast: boolean
}

export function AssociatedTotals({ rows, wallet, tab, holdings, known, cluster }: Props) {
  const named = holdings[tab]
  const own = (mint: string) => (named.known ? sumOf(named, mint) : null)
  const found = rows.flatMap(({ mint, account, part }): TotalsRow[] =>
    part.known ? [{ mint, account, sum: sumOf(part, mint), atLeast: !isWhole(part) }] : [],
  )
  const units = tokenUnits(
    known,
    found.flatMap(({ mint, sum }) => [sum, own(mint) ?? sum].map(({ amount }) => ({ mint, amount }))),
  )
  const columns: PlainColumn<TotalsRow>[] = [
    {
      heading: 'Mint',
      card: 'first',
      cell: ({ mint }) => (
        <Identifier text={mint} what="mint" href={walletHref(wallet, { tab, mint }, cluster)} short />
      ),
    },
    {
      heading: 'Associated token account',
      label: 'ATA',
      cell: ({ mint, account }) => (
        <Identifier text={account} what="associated token account" href={listHref(account, mint, cluster)} short />
      ),
    },
    {
      heading: units ? AMOUNT[tab] : `${AMOUNT[tab]} (base units)`,
      label: AMOUNT[tab],
      card: 'first-end',
      figure: true,
      cell: ({ mint, sum, atLeast }) => <SumText sum={sum} mint={mint} units={units} atLeast={atLeast} />,
    },
    {
      heading: 'With the wallet’s own',
      label: 'With own',
      figure: true,
      cell({ mint, sum, atLeast }) {
        const held = own(mint)
        if (!held) return <span className="text-doubt">not known</span>
        const isPart = atLeast || !named.known || !isWhole(named)
        return <SumText sum={addSums([sum, held])} mint={mint} units={units} atLeast={isPart} />
      },
    },
    { heading: 'Accounts', card: 'second-end', figure: true, cell: ({ sum }) => <Digits value={sum.accounts} /> },
  ]
  return (
    <PlainTable
      label="Totals of associated token accounts"
      columns={columns}
      rows={found}
      keyOf={({ mint }) => mint}
      inTokens={units !== null}
    />
  )
}

function sumOf({ exposure }: Tokens, mint: string): Sum {
  const of = exposure.mints.find((each) => each.mint === mint)
  return of ? allOf(of) : addSums([])
}

function listHref(account: string, mint: string, cluster: Cluster): string {
  return ownerHref(TOKEN_PROGRAM, { filters: ownedMintFilters(account, mint) }, cluster)
}

/** Links carry the wallet, so that the account's page compares it. */
export function AssociatedRows({ rows, wallet, tab, mint: chosen, known, cluster }: Props) {
  const amountOf = (token: TokenData) => (tab === 'given' ? delegatedAmount(token) : token.amount)
  const shown = rows.flatMap(({ part }) => (part.known ? part.rows.slice(0, MOST_ROWS) : []))
  const units = tokenUnits(
    known,
    shown.map(({ tokenData }) => ({ mint: tokenData.mint, amount: amountOf(tokenData) })),
  )
  const mint: PlainColumn<TokenAccountItem> = {
    heading: 'Mint',
    card: 'second',
    cell: ({ tokenData }) => <Identifier text={tokenData.mint} what="mint" short copy={false} />,
  }
  const columns: PlainColumn<TokenAccountItem>[] = [
    {
      heading: 'Hash',
      card: 'first',
      cell: ({ account: { hash, owner }, tokenData }) => {
        const filters = ownedMintFilters(tokenData.owner, tokenData.mint)
        return (
          <Identifier text={hash} what="hash" href={accountHref(hash, cluster, { owner, filters, wallet })} short />
        )
      },
    },
    ...(chosen === null ? [mint] : []),
    {
      heading: units ? AMOUNT[tab] : `${AMOUNT[tab]} (base units)`,
      label: AMOUNT[tab],
      card: 'first-end',
      figure: true,
      cell: ({ tokenData }) => <TokenAmount amount={amountOf(tokenData)} mint={tokenData.mint} units={units} />,
    },
    {
      heading: 'Owner',
      card: 'second',
      cell: () => (
        <abbr className="chip no-underline" title="Owned by the wallet’s associated token account of this mint">
          ATA
        </abbr>
      ),
    },
    {
      heading: 'Delegate',
      cell: ({ tokenData }) => <DelegateCell token={tokenData} cluster={cluster} narrow={NOT_NARROWED} />,
    },
    {
      heading: 'State',
      card: 'second-end',
      cell: ({ tokenData }) => <StateCell token={tokenData} cluster={cluster} narrow={NOT_NARROWED} />,
    },
  ]
  return (
    <>
      <PlainTable
        label="Token accounts of associated token accounts"
        columns={columns}
        rows={shown}
        keyOf={({ account }) => account.hash}
        inTokens={units !== null}
      />
      {rows.map(
        ({ mint, account, part }) =>
          part.known &&
          part.accounts > MOST_ROWS && (
            <p key={mint} className="px-3 py-2 text-sm text-muted">
              <span>{`${groupDigits(part.accounts - MOST_ROWS)} more:`}</span>{' '}
              <Link href={listHref(account, mint, cluster)}>open the list</Link>
            </p>
          ),
      )}
    </>
  )
}
