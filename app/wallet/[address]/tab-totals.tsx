import { ChosenMint } from '@/components/listing/chosen-mint'
import { FIRST_MINTS, MintTotals } from '@/components/table/mint-totals'
import { Link } from '@/components/ui/link'
import { StalePart } from '@/components/ui/stale-label'
import type { CreatedRange } from '@/lib/api/request-params'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { type WalletTab, walletHref } from '@/lib/wallet/address'
import { isCompletePart, type TokenHoldings, type WalletHoldings } from '@/lib/wallet/wallet'
import { CoverageChip } from './coverage-chip'
import * as words from './words'

const TABS = {
  tokens: {
    parties: { heading: 'Distribution', noun: 'account' },
    party: null,
    amount: 'Amount',
  },
  given: {
    parties: { heading: 'Delegates', noun: 'delegate' },
    party: 'Delegate',
    amount: 'Delegated amount',
  },
  received: {
    parties: { heading: 'Holders', noun: 'wallet' },
    party: 'Wallet',
    amount: 'Delegated amount',
  },
} as const

export interface TabProps {
  wallet: string
  mint: string | null
  created: CreatedRange | null
  known: Mints
  cluster: Cluster
}

export function TabTotals({ tab, holdings, ...props }: TabProps & { tab: WalletTab; holdings: WalletHoldings }) {
  const part = holdings[tab]
  if (!part.known) return null
  const { old } = part.coverage
  if (tab === 'sol' && isCompletePart(part) && !old && !('withData' in part && part.withData)) return null
  return (
    <section aria-labelledby="totals" className="pb-4">
      <h2 id="totals" className="float-start me-3 text-base">
        Totals
      </h2>
      <CoverageChip part={part} names={words.rowsOfTab[tab]} />
      {old && <StalePart old={old} what="totals" />}
      {tab === 'sol' ? (
        <OwnedNote withData={'withData' in part ? part.withData : 0} {...props} />
      ) : (
        'exposure' in part && <TokenTotals tab={tab} part={part} isWhole={isCompletePart(part)} {...props} />
      )}
    </section>
  )
}

/** Owned accounts with data: the address may be a program. */
function OwnedNote({ withData, wallet, cluster }: TabProps & { withData: number }) {
  if (withData === 0) return null
  return (
    <p className="max-w-prose text-sm text-muted">
      <span>{words.dataNote(withData)}</span> <Link href={ownerHref(wallet, {}, cluster)}>View as owner</Link>
    </p>
  )
}

function TokenTotals({
  tab,
  part: { exposure },
  isWhole,
  wallet,
  mint: chosen,
  created,
  known,
  cluster,
}: TabProps & { tab: keyof typeof TABS; part: TokenHoldings; isWhole: boolean }) {
  const { parties, party, amount } = TABS[tab]
  const all = exposure.mints
  const first = chosen === null ? all.slice(0, FIRST_MINTS) : all.filter(({ mint }) => mint === chosen)
  return (
    <>
      <MintTotals
        first={first}
        all={all}
        known={known}
        chosen={chosen}
        cluster={cluster}
        narrowedHref={(mint) => walletHref(wallet, { tab, mint, created }, cluster)}
        parties={parties}
        amount={amount}
        allStates={tab === 'tokens'}
        atLeast={!isWhole}
        party={party}
        partyHref={(text) => walletHref(text, {}, cluster)}
      />
      {chosen !== null && (
        <ChosenMint mint={chosen} all={walletHref(wallet, { tab, created }, cluster)} cluster={cluster} />
      )}
    </>
  )
}
