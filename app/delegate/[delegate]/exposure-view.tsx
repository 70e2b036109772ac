import Link from 'next/link'
import { OldPart } from '@/components/notices/ask-again'
import { StaleLabel } from '@/components/notices/stale-label'
import { Digits } from '@/components/values/digits'
import { Identifier } from '@/components/values/identifier'
import { OwnerKindMark, ownerKindWords } from '@/components/values/owner-kind'
import { counted, nounFor } from '@/lib/format/counted'
import { groupDigits } from '@/lib/format/integers'
import { type Cluster, delegateHref, walletTokensHref } from '@/lib/urls/links'
import {
  accountsOf,
  coverageText,
  type Exposure,
  formatShare,
  type ListCoverage,
  type MintExposure,
  permille,
  type Sum,
  totalOf,
} from './exposure'

/** Mints that are named at once; a delegate of airdrops may have thousands. */
const MOST_MINTS = 24

/** What a delegate may move, by mint and by wallet, and over which rows that is summed. Amounts are base units. */
export function ExposureView({
  exposure,
  listCoverage,
  delegate,
  mint,
  cluster,
  atHand = false,
}: {
  exposure: Exposure
  listCoverage: ListCoverage
  delegate: string
  /** The mint that the list below is narrowed to. */
  mint: string | null
  cluster: Cluster
  /** True where the server summed: newer sums then come with a reload of the page. */
  atHand?: boolean
}) {
  const mints = exposure.mints.slice(0, MOST_MINTS)
  const chosen = exposure.mints.find((each) => each.mint === mint)
  if (chosen && !mints.includes(chosen)) mints.push(chosen)
  const left = exposure.mints.length - mints.length
  const coverage = coverageText(exposure.accounts, listCoverage)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-muted">
        <span className={`chip ${coverage.whole ? 'chip-live' : 'chip-doubt'}`}>
          {coverage.whole ? 'Complete' : 'Partial'}
        </span>
        <span>
          {coverage.text}
          {slotsText(listCoverage)}.
        </span>
        {listCoverage.old && !atHand && <StaleLabel old={listCoverage.old} what="totals" />}
      </p>
      {listCoverage.old && atHand && (
        <div className="pt-2">
          <OldPart old={listCoverage.old} what="totals" />
        </div>
      )}
      <ul className="flex flex-wrap gap-x-5 gap-y-1 py-2 text-sm">
        <Count value={exposure.accounts} one="token account" many="token accounts" />
        <Count value={exposure.mints.length} one="mint" many="mints" />
        <Count value={exposure.wallets} one="wallet" many="wallets" />
        <Count value={exposure.frozen} one="frozen account" many="frozen accounts" />
        {exposure.other > 0 && <Count value={exposure.other} one="in another state" many="in other states" />}
      </ul>
      <ExtensionNotes exposure={exposure} />
      <nav aria-label="Mints" className="pb-3">
        <ul className="flex flex-wrap gap-2">
          <MintChip href={delegateHref(delegate, {}, cluster)} current={mint === null} count={exposure.accounts}>
            All mints
          </MintChip>
          {mints.map((each) => (
            <MintChip
              key={each.mint}
              href={delegateHref(delegate, { mint: each.mint }, cluster)}
              current={mint === each.mint}
              count={accountsOf(each)}
            >
              <Identifier text={each.mint} what="mint" short copy={false} />
            </MintChip>
          ))}
        </ul>
      </nav>
      <div className="panel sheet">
        <MintTable mints={mints} cluster={cluster} delegate={delegate} chosen={mint} />
      </div>
      {left > 0 && (
        <p className="pt-2 text-sm text-muted">
          {groupDigits(left)} more {nounFor(left, 'mint')} with fewer accounts. The export lists all of them.
        </p>
      )}
      <details className="pt-3" open={chosen !== undefined}>
        <summary className="min-h-6 cursor-pointer text-sm font-semibold">
          {chosen ? 'Totals by wallet, this mint' : 'Totals by wallet'}
        </summary>
        <div className="panel sheet mt-2">
          <WalletTable mints={chosen ? [chosen] : mints} cluster={cluster} />
        </div>
      </details>
    </>
  )
}

/** What extension data mean for the totals: nothing where there are none. facts/cold-tokens.md. */
function ExtensionNotes({ exposure: { associated, unread } }: { exposure: Exposure }) {
  if (associated === 0 && unread === 0) return null
  return (
    <ul className="max-w-prose pb-2 text-sm text-muted">
      {associated > 0 && (
        <li>
          {counted(associated, 'token account')} {associated === 1 ? 'is' : 'are'} owned by an associated token account
          (ATA). The wallet behind it is not recorded, so each ATA counts as a wallet.
        </li>
      )}
      {unread > 0 && (
        <li className="text-doubt">
          {counted(unread, 'token account')} {unread === 1 ? 'has' : 'have'} extensions that can’t be read. The whole
          amount is counted, so the totals may be too high.
        </li>
      )}
    </ul>
  )
}

function slotsText({ slots }: ListCoverage): string {
  if (!slots) return ''
  const [from, to] = slots
  if (from === to) return `, slot ${groupDigits(to)}`
  return `, slots ${groupDigits(from)} to ${groupDigits(to)}. Changes in between may be missing or double-counted`
}

function Count({ value, one, many }: { value: number; one: string; many: string }) {
  return (
    <li>
      <strong className="font-semibold">
        <Digits value={value} />
      </strong>{' '}
      {nounFor(value, one, many)}
    </li>
  )
}

function MintChip({
  href,
  current,
  count,
  children,
}: {
  href: string
  current: boolean
  count: number
  children: React.ReactNode
}) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        scroll={false}
        aria-current={current ? 'true' : undefined}
        className={`chip min-h-6 no-underline ${current ? 'chip-live font-semibold' : 'hover:text-leaf'}`}
      >
        {children}
        <Digits value={count} />
        <span className="sr-only">{nounFor(count, 'account')}</span>
      </Link>
    </li>
  )
}

function MintTable({
  mints,
  cluster,
  delegate,
  chosen,
}: {
  mints: readonly MintExposure[]
  cluster: Cluster
  delegate: string
  chosen: string | null
}) {
  const other = mints.some((each) => each.other.accounts > 0)
  return (
    <table className="rows" aria-label="Totals by mint">
      <thead>
        <tr>
          <th scope="col">Mint</th>
          <th scope="col">Holders</th>
          <th scope="col" className="figure">
            Delegated amount (base units)
          </th>
          <th scope="col" className="figure">
            Frozen
          </th>
          {other && (
            <th scope="col" className="figure">
              Other states
            </th>
          )}
          <th scope="col" className="figure">
            Accounts
          </th>
        </tr>
      </thead>
      <tbody>
        {mints.map((each) => (
          <tr key={each.mint} className="row" data-open={each.mint === chosen ? '' : undefined}>
            <td data-label="Mint">
              <Identifier
                text={each.mint}
                what="mint"
                href={delegateHref(delegate, { mint: each.mint }, cluster)}
                short
              />
            </td>
            <td data-label="Holders">
              <Shares of={each} />
            </td>
            <SumCell label="Delegated amount" sum={each.movable} />
            <SumCell label="Frozen" sum={each.frozen} />
            {other && <SumCell label="Other states" sum={each.other} />}
            <td data-label="Accounts" className="figure">
              <Digits value={accountsOf(each)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SumCell({ label, sum }: { label: string; sum: Sum }) {
  return (
    <td data-label={label} className={`figure ${sum.accounts === 0 ? 'text-muted' : ''}`}>
      {sum.accounts === 0 ? 'none' : <Digits value={sum.amount} />}
      {sum.held > sum.amount && (
        <span className="block text-xs text-muted">
          of <Digits value={sum.held} /> held
        </span>
      )}
    </td>
  )
}

const WIDTH = 1_000

/** How a mint's amount lies with its wallets: a bar of shares, largest first, and the same in words. */
function Shares({ of: { top, total, wallets } }: { of: MintExposure }) {
  const largest = top[0]
  if (!largest || total === 0n) return <span className="text-muted">no amount</span>
  const count = counted(wallets, 'wallet')
  const words = wallets === 1 ? count : `${count}, largest ${formatShare(totalOf(largest), total)}`
  const shares = top.map((wallet) => permille(totalOf(wallet), total))
  const starts = shares.map((_, i) => shares.slice(0, i).reduce((sum, share) => sum + share, 0))
  const named = shares.reduce((sum, share) => sum + share, 0)
  return (
    <span className="inline-flex w-44 flex-col gap-1 align-middle">
      <svg
        viewBox={`0 0 ${WIDTH} 10`}
        preserveAspectRatio="none"
        className="h-2 w-full rounded"
        role="img"
        aria-label={words}
      >
        <rect x={named} width={WIDTH - named} height="10" className="fill-line" />
        {top.map(({ wallet }, i) => (
          <rect
            key={wallet}
            x={starts[i]}
            width={Math.max(0, (shares[i] ?? 0) - 6)}
            height="10"
            className="fill-leaf"
            fillOpacity={Math.max(0.35, 1 - i * 0.1)}
          />
        ))}
      </svg>
      <span className="number text-xs text-muted" aria-hidden="true">
        {words}
      </span>
    </span>
  )
}

function WalletTable({ mints, cluster }: { mints: readonly MintExposure[]; cluster: Cluster }) {
  return (
    <table className="rows" aria-label="Totals by wallet">
      <thead>
        <tr>
          <th scope="col">Wallet</th>
          <th scope="col">Mint</th>
          <th scope="col" className="figure">
            Share of mint
          </th>
          <th scope="col" className="figure">
            Delegated amount (base units)
          </th>
          <th scope="col" className="figure">
            Frozen
          </th>
          <th scope="col" className="figure">
            Accounts
          </th>
        </tr>
      </thead>
      {mints.map(({ mint, top, total, wallets }) => (
        <tbody key={mint}>
          {top.map((each) => (
            <tr key={each.wallet} className="row">
              <td data-label="Wallet">
                <Identifier
                  text={each.wallet}
                  what={ownerKindWords(each.kind)}
                  href={walletTokensHref(each.wallet, cluster)}
                  short
                />
                <OwnerKindMark kind={each.kind} />
              </td>
              <td data-label="Mint">
                <Identifier text={mint} what="mint" short copy={false} />
              </td>
              <td data-label="Share" className="figure">
                {formatShare(totalOf(each), total)}
              </td>
              <SumCell label="Delegated amount" sum={each.movable} />
              <SumCell label="Frozen" sum={each.frozen} />
              <td data-label="Accounts" className="figure">
                <Digits value={accountsOf(each)} />
              </td>
            </tr>
          ))}
          {wallets > top.length && (
            <tr className="row">
              <td colSpan={6} className="text-muted">
                {groupDigits(wallets - top.length)} more with smaller amounts
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}
