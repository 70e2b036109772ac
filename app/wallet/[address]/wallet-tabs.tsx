import type { ReactNode } from 'react'
import { Digits } from '@/components/ui/digits'
import { Lamports } from '@/components/ui/lamports'
import { Link } from '@/components/ui/link'
import type { CreatedRange } from '@/lib/api/request-params'
import { nounFor } from '@/lib/format/numbers'
import type { Cluster } from '@/lib/page/address'
import { WALLET_TABS, type WalletTab, walletHref } from '@/lib/wallet/address'
import { type HoldingsPart, isCompletePart, type TokenHoldings, type WalletHoldings } from '@/lib/wallet/wallet'
import { tabNames } from './words'

export function WalletTabs({
  wallet,
  tab: current,
  created,
  holdings,
  cluster,
}: {
  wallet: string
  tab: WalletTab
  created: CreatedRange | null
  holdings: WalletHoldings
  cluster: Cluster
}) {
  return (
    <nav aria-label="Holdings" className="pb-4">
      <ul className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {WALLET_TABS.map((tab) => (
          <li key={tab}>
            <Link
              href={walletHref(wallet, { tab, created }, cluster)}
              aria-current={tab === current ? 'page' : undefined}
              className={`panel block h-full px-3 py-1.5 text-ink no-underline ${tab === current ? 'border-leaf bg-leaf-soft' : 'hover:border-leaf'}`}
            >
              <span className="block text-xs text-muted">{tabNames[tab]}</span>
              <Figure tab={tab} holdings={holdings} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Figure({ tab, holdings }: { tab: WalletTab; holdings: WalletHoldings }) {
  if (tab !== 'sol') return <TokensFigure part={holdings[tab]} />
  const part = holdings.sol
  if (!part.known) return <NotKnown part={part} />
  return (
    <Two
      main={
        <>
          <span>{!isCompletePart(part) && 'at least '}</span>
          <Lamports value={part.lamports} />
        </>
      }
      more={<Count count={part.accounts} noun="account" coverage={part.coverage} />}
    />
  )
}

function TokensFigure({ part }: { part: HoldingsPart<TokenHoldings> }) {
  if (!part.known) return <NotKnown part={part} />
  const { accounts, coverage, exposure } = part
  const mints = exposure.mints.length
  if (mints === 0) return <Two main={coverage.reachedEnd ? 'None' : 'None so far'} more="0 accounts" />
  return (
    <Two
      main={<Count count={mints} noun="mint" coverage={coverage} />}
      more={<Count count={accounts} noun="account" coverage={coverage} />}
    />
  )
}

function Count({ count, noun, coverage }: { count: number; noun: string; coverage: { reachedEnd: boolean } }) {
  return (
    <>
      <Digits value={count} />
      <span>{`${coverage.reachedEnd ? '' : '+'} ${nounFor(count, noun)}`}</span>
    </>
  )
}

function NotKnown({ part: { problem } }: { part: { problem: { title: string } | null } }) {
  return <Two main="Not known" more={problem?.title ?? 'The indexer has no data yet'} doubt />
}

function Two({ main, more, doubt = false }: { main: ReactNode; more: ReactNode; doubt?: boolean }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <strong className={`font-semibold ${doubt ? 'text-doubt' : ''}`}>{main}</strong>
      <span className="text-xs text-muted">{more}</span>
    </span>
  )
}
