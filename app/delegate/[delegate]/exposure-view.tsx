import { FIRST_MINTS, MintTotals } from '@/components/table/mint-totals'
import { Digits } from '@/components/ui/digits'
import { StaleLabel, StalePart } from '@/components/ui/stale-label'
import type { CreatedRange } from '@/lib/api/request-params'
import { nounFor } from '@/lib/format/numbers'
import { delegateHref } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { walletHref } from '@/lib/wallet/address'
import { coverageText, type Exposure, type ListCoverage } from '@/lib/wallet/exposure'
import * as words from './words'

export interface DelegateShown {
  delegate: string
  mint: string | null
  /** Of the list: links to it keep it. */
  created: CreatedRange | null
  /** Amounts of other mints are in base units. */
  known: Mints
  cluster: Cluster
}

export function ExposureView({
  exposure,
  listCoverage,
  delegate,
  mint,
  created,
  known,
  cluster,
  atHand = false,
}: DelegateShown & { exposure: Exposure; listCoverage: ListCoverage; atHand?: boolean }) {
  const first = exposure.mints.slice(0, FIRST_MINTS)
  const chosen = exposure.mints.find((each) => each.mint === mint)
  if (chosen && !first.includes(chosen)) first.push(chosen)
  const coverage = coverageText(exposure.accounts, listCoverage)
  const { slots } = listCoverage
  return (
    <>
      {/* The list below says the same of totals that are whole and came with the page. */}
      {!(atHand && coverage.whole) && (
        <p className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className={`chip ${coverage.whole ? 'chip-live' : 'chip-doubt'}`}>
            {coverage.whole ? 'Complete' : 'Partial'}
          </span>
          <span>{`${coverage.text}${slots ? words.slotsText(...slots) : ''}.`}</span>
          {listCoverage.old && !atHand && <StaleLabel old={listCoverage.old} what="totals" />}
        </p>
      )}
      {listCoverage.old && atHand && (
        <div className="pt-2">
          <StalePart old={listCoverage.old} what="totals" />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 pt-0.5 pb-1.5">
        <ul className="flex flex-wrap gap-x-4 text-sm">
          <Count value={exposure.accounts} one="token account" many="token accounts" />
          <Count value={exposure.mints.length} one="mint" many="mints" className="max-sm:hidden" />
          <Count value={exposure.parties} one="wallet" many="wallets" className="max-sm:hidden" />
          <Count value={exposure.frozen} one="frozen account" many="frozen accounts" />
          {exposure.other > 0 && <Count value={exposure.other} one="in another state" many="in other states" />}
        </ul>
        <ExtensionNotes exposure={exposure} />
      </div>
      <MintTotals
        first={first}
        all={exposure.mints}
        known={known}
        chosen={mint}
        cluster={cluster}
        narrowedHref={(mint) => delegateHref(delegate, { mint, created }, cluster)}
        parties={{ heading: 'Holders', noun: 'wallet' }}
        amount="Delegated amount"
        party="Wallet"
        partyHref={(wallet) => walletHref(wallet, {}, cluster)}
      />
    </>
  )
}

/** facts/cold-tokens.md. */
function ExtensionNotes({ exposure: { associated, unread } }: { exposure: Exposure }) {
  if (associated === 0 && unread === 0) return null
  return (
    <ul className="max-w-prose pb-2 text-sm text-muted">
      {associated > 0 && <li>{words.ownedByAssociated(associated)}</li>}
      {unread > 0 && <li className="text-doubt">{words.unreadExtensions(unread)}</li>}
    </ul>
  )
}

function Count({ value, one, many, className }: { value: number; one: string; many: string; className?: string }) {
  return (
    <li className={value === 0 ? 'max-sm:hidden' : className}>
      <strong className="font-semibold">
        <Digits value={value} />
      </strong>{' '}
      <span>{nounFor(value, one, many)}</span>
    </li>
  )
}
