import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { SumText } from '@/components/table/sum-text'
import { Digits } from '@/components/ui/digits'
import { Identifier } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { LookupForm } from '@/components/ui/lookup-form'
import { StalePart } from '@/components/ui/stale-label'
import { tokenUnits } from '@/lib/account/mints/contract'
import { formatCount } from '@/lib/format/numbers'
import { percentEncoded } from '@/lib/format/text'
import { ownedMintFilters, ownerHref } from '@/lib/listing/address/owner-address'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { walletAssociatedHref, walletHref } from '@/lib/wallet/address'
import { type AmountSum, addSums, sumOfStates } from '@/lib/wallet/exposure'
import { isCompletePart, type TokenHoldings, type WalletHoldings } from '@/lib/wallet/wallet'
import { CoverageChip } from './coverage-chip'
import { type Associated, listedMints } from './load-associated'
import type { TabProps } from './tab-totals'
import * as words from './words'

type AssociatedTab = 'tokens' | 'given'

const AMOUNT: Record<AssociatedTab, string> = { tokens: 'Amount', given: 'Delegated amount' }

export interface ShownAssociated extends TabProps {
  tab: AssociatedTab
  holdings: WalletHoldings
}

/** Accounts in no list of the wallet: of the chosen mint, or on request of the listed ones. facts/cold-tokens.md 2. */
export function AssociatedAccounts({
  associated,
  requested,
  ...shown
}: ShownAssociated & {
  associated: readonly Associated[]
  requested: boolean
}) {
  const { wallet, tab, mint, created, holdings, cluster } = shown
  if (associated.length === 0) {
    return (
      <details className="pb-3 text-sm" open={requested}>
        <summary className="min-h-6 cursor-pointer font-semibold">Associated token accounts</summary>
        <Finder {...{ wallet, tab, created, cluster }} listed={listedMints(holdings).length} />
      </details>
    )
  }
  const rows = associated.filter(({ part }) => part.known && part.accounts > 0)
  const unknown = associated.filter(({ part }) => !part.known)
  const old = associated.find(({ part }) => part.known && part.coverage.old)
  return (
    <section aria-labelledby="associated" className="pb-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="associated" className="pb-1 text-base">
          {mint === null ? 'Associated token accounts' : 'Associated token account'}
        </h2>
        {mint !== null &&
          associated.map(({ account, part }) =>
            part.known ? <CoverageChip key={account} part={part} names={words.ofThisMint} /> : null,
          )}
      </div>
      {mint === null && <p className="pb-2 text-sm text-muted">{checkedText(shown, associated)}</p>}
      {mint !== null &&
        associated
          .filter(({ part }) => part.known && part.accounts === 0)
          .map(({ account, part }) => (
            <p key={account} className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <Identifier text={account} what="associated token account" short />
              <span className="text-muted">
                {part.known && words.ownsNone(part.coverage.reachedEnd, tab === 'given')}
              </span>
            </p>
          ))}
      {unknown.map(({ mint: of, part }) => (
        <p key={of} className="pb-2 text-sm">
          <span className="text-doubt">Not known</span> for <Identifier text={of} what="mint" short />
          <span>{`: ${(!part.known && part.problem?.title) || 'the indexer has no data yet'}`}</span>
        </p>
      ))}
      {old?.part.known && old.part.coverage.old && <StalePart old={old.part.coverage.old} what="accounts" />}
      {rows.length > 0 && <AssociatedTotals rows={rows} {...shown} />}
      {mint === null && (
        <div className="pt-2">
          <Finder {...{ wallet, tab, created, cluster }} listed={0} />
        </div>
      )}
    </section>
  )
}

function Finder({
  wallet,
  tab,
  created,
  listed,
  cluster,
}: Pick<ShownAssociated, 'wallet' | 'tab' | 'created' | 'cluster'> & {
  /** 0: no link to check them. */
  listed: number
}) {
  return (
    <>
      <p className="max-w-prose pt-1 text-sm text-muted">{words.associatedAbout}</p>
      <div className="flex flex-wrap items-center gap-2 pt-2">
        {listed > 0 && (
          <Link href={walletAssociatedHref(wallet, cluster)} className="button">
            {`Check ${formatCount(listed, 'listed mint')}`}
          </Link>
        )}
        <LookupForm
          action={`/wallet/${percentEncoded(wallet)}`}
          name="mint"
          label="Mint"
          button="Check mint"
          hidden={{ tab, ...created, cluster }}
        />
      </div>
    </>
  )
}

function checkedText({ holdings }: ShownAssociated, associated: readonly Associated[]): string {
  const { tokens } = holdings
  const checked = associated.length
  const all = tokens.known ? tokens.exposure.mints.length : checked
  const found = associated.filter(({ part }) => part.known && part.accounts > 0).length
  const unknown = associated.filter(({ part }) => !part.known).length
  return words.checkedMints(checked, all, found, unknown)
}

interface TotalsRow {
  mint: string
  account: string
  sum: AmountSum
  atLeast: boolean
}

function AssociatedTotals({
  rows,
  wallet,
  tab,
  holdings,
  known,
  cluster,
}: Omit<ShownAssociated, 'mint'> & { rows: readonly Associated[] }) {
  const named = holdings[tab]
  const own = (mint: string) => (named.known ? sumOf(named, mint) : null)
  const found = rows.flatMap(({ mint, account, part }): TotalsRow[] =>
    part.known ? [{ mint, account, sum: sumOf(part, mint), atLeast: !isCompletePart(part) }] : [],
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
        const isPart = atLeast || !named.known || !isCompletePart(named)
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

function sumOf({ exposure }: TokenHoldings, mint: string): AmountSum {
  const of = exposure.mints.find((each) => each.mint === mint)
  return of ? sumOfStates(of) : addSums([])
}
