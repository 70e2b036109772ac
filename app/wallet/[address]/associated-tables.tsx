import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { SumText } from '@/components/table/sum-cell'
import { Digits } from '@/components/ui/digits'
import { Identifier } from '@/components/ui/identifier'
import { tokenUnits } from '@/lib/account/mints/contract'
import { ownedMintFilters, ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { walletHref } from '@/lib/wallet/address'
import { addSums, allOf, type Sum } from '@/lib/wallet/exposure'
import { isWhole, type Tokens, type WalletHoldings } from '@/lib/wallet/wallet'
import type { Associated } from './load-associated'

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

interface TotalsRow {
  mint: string
  account: string
  sum: Sum
  atLeast: boolean
}

export function AssociatedTotals({
  rows,
  wallet,
  tab,
  holdings,
  known,
  cluster,
}: Omit<Shown, 'mint'> & { rows: readonly Associated[] }) {
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
        <Identifier
          text={account}
          what="associated token account"
          href={ownerHref(TOKEN_PROGRAM, { filters: ownedMintFilters(account, mint) }, cluster)}
          short
        />
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
