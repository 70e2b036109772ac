import { ChosenMint } from '@/components/listing/chosen-mint'
import { Evidence } from '@/components/listing/freshness'
import { FIRST_MINTS } from '@/components/table/mint-totals'
import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { TokenAmount } from '@/components/ui/amounts'
import { Digits } from '@/components/ui/digits'
import { Identicon, Identifier } from '@/components/ui/identifier'
import { Lamports } from '@/components/ui/lamports'
import { Link } from '@/components/ui/link'
import { type TokenUnits, tokenUnits } from '@/lib/account/mints/contract'
import type { CreatedRange } from '@/lib/api/request-params'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import { mintHref } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { walletAssociatedHref, walletHref } from '@/lib/wallet/address'
import { formatShare } from '@/lib/wallet/exposure'
import {
  type HeldAccount,
  type MintTotal,
  PLACES,
  type Place,
  type SumKind,
  type WalletTotal,
} from '@/lib/wallet/total/contract'
import { ChainAccounts } from './chain-accounts'
import type { ShownTotal } from './load-total'
import { TotalLater } from './total-later'
import * as words from './words'

const MAX_MINTS = 100

interface TotalProps extends ShownTotal {
  mint: string | null
  created: CreatedRange | null
  known: Mints
  cluster: Cluster
}

/** What the wallet holds on the chain and compressed, counted once. */
export function WalletTotals({ total, path, late, mint, created, known, cluster }: TotalProps) {
  const { wallet, mints, unaskedMints } = total
  const shown = mint === null ? mints : mints.filter((each) => each.mint === mint)
  const table = { known, wallet, created, cluster }
  const others = shown.slice(FIRST_MINTS, FIRST_MINTS + MAX_MINTS)
  return (
    <section aria-labelledby="total" className="pb-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 pb-1.5 text-sm">
        <h2 id="total" className="text-base">
          {words.total}
        </h2>
        <SumChip total={total} late={late !== null} />
        <Sol total={total} />
      </div>
      {late && (
        <p className="pb-1.5 text-sm text-muted">
          <span>{words.readingChain}</span> <Link href={late.href}>{words.waitForChain}</Link>
          <TotalLater path={path} />
        </p>
      )}
      {shown.length > 0 && <MintRows rows={shown.slice(0, FIRST_MINTS)} {...table} />}
      {others.length > 0 && (
        <details className="pt-1.5">
          <summary className="min-h-6 cursor-pointer text-sm font-semibold">
            {formatCount(shown.length - FIRST_MINTS, 'other mint')}
          </summary>
          <MintRows rows={others} {...table} />
          {shown.length > FIRST_MINTS + others.length && <p className="pt-2 text-sm text-muted">{words.restInApi}</p>}
        </details>
      )}
      {mint !== null && (
        <ChosenMint mint={mint} all={walletHref(wallet, { tab: 'tokens', created }, cluster)} cluster={cluster} />
      )}
      {mint !== null && (
        <ChainAccounts
          accounts={total.accounts.filter((account) => account.mint === mint && isNotListed(account))}
          {...table}
        />
      )}
      {mint === null && (
        <p className="pt-1.5 text-sm text-muted">
          Totals as{' '}
          <a href={`${path}&format=csv`} download rel="nofollow">
            CSV
          </a>{' '}
          or{' '}
          <a href={`${path}&format=json`} download rel="nofollow">
            JSON
          </a>
        </p>
      )}
      {unaskedMints > 0 && mint === null && late === null && (
        <p className="pt-1.5 text-sm">
          <Link href={walletAssociatedHref(wallet, cluster)}>{words.checkMore(unaskedMints)}</Link>
        </p>
      )}
    </section>
  )
}

/** The wallet's own compressed accounts are the rows of the list. */
const isNotListed = ({ place, associated }: HeldAccount) => place !== 'compressed' || associated !== null

function SumChip({ total: { sum, sol, mints, slot, slots, reasons }, late }: { total: WalletTotal; late: boolean }) {
  if (late) return <span className="chip">{words.reading}</span>
  const ofMints = mints.flatMap((each) => each.reasons)
  const worst: SumKind = [sum, sol.sum, ...mints.map((each) => each.sum)].reduce(
    (a, b) => (RANK[b] > RANK[a] ? b : a),
    'exact',
  )
  const apart = Object.entries(slots).map(
    ([name, at]) => `${words.places[name as keyof typeof words.places]} ${groupDigits(at)}`,
  )
  return (
    <Evidence chipClass={worst === 'exact' ? 'chip-live' : 'chip-doubt'} word={words.sums[worst]}>
      <p>{words.sumMeans[worst]}</p>
      {[...new Set([...reasons, ...ofMints])].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p>{slot === null || worst === 'none' ? `Slots: ${apart.join(', ')}.` : `Slot ${groupDigits(slot)}.`}</p>
    </Evidence>
  )
}

const RANK: Record<SumKind, number> = { exact: 0, 'at least': 1, none: 2 }

function Sol({ total: { sol } }: { total: WalletTotal }) {
  const { sum, total, chain, compressed } = sol
  const parts = [chain, compressed]
  if (parts.every((part) => part === null || part === 0n)) return null
  return (
    <span>
      {sum === 'at least' && <span className="text-muted">at least </span>}
      {total === null ? (
        <span>
          <SolPart value={chain} where={words.onChain} /> <SolPart value={compressed} where={words.compressed} />
        </span>
      ) : (
        <>
          <strong className="font-semibold">
            <Lamports value={total} />
          </strong>
          {chain !== null && compressed !== null && compressed > 0n && (
            <span className="text-muted">
              {' '}
              (<Lamports value={compressed} /> <span>{words.compressed}</span>)
            </span>
          )}
        </>
      )}
    </span>
  )
}

function SolPart({ value, where }: { value: bigint | null; where: string }) {
  return (
    <span className="me-2">
      {value === null ? <span className="text-doubt">not known</span> : <Lamports value={value} />} <span>{where}</span>
    </span>
  )
}

interface TableProps {
  known: Mints
  wallet: string
  created: CreatedRange | null
  cluster: Cluster
}

function MintRows({ rows, known, wallet, created, cluster }: TableProps & { rows: readonly MintTotal[] }) {
  const amounts = rows.flatMap(({ mint, total, places }) =>
    [total, ...PLACES.map((place) => places[place].amount)].map((amount) => ({ mint, amount: amount ?? 0n })),
  )
  const units = tokenUnits(known, amounts)
  const heading = units ? 'Total' : 'Total (base units)'
  const columns: PlainColumn<MintTotal>[] = [
    {
      heading: 'Mint',
      card: 'first',
      cell: ({ mint }) => (
        <>
          <Identicon text={mint} />
          <Identifier text={mint} what="mint" href={mintHref(mint, cluster)} short />
        </>
      ),
    },
    {
      heading,
      label: 'Total',
      card: 'first-end',
      figure: true,
      cell: ({ mint, sum, total, withheld, confidential }) => (
        <>
          {total === null ? (
            <span className="text-doubt">{words.noSum}</span>
          ) : (
            <>
              {sum === 'at least' && <span className="text-muted">at least </span>}
              <TokenAmount amount={total} mint={mint} units={units} />
            </>
          )}
          {known[mint]?.displayed && (
            <span className="block text-xs text-muted">{words.rawAmounts[known[mint].displayed]}</span>
          )}
          {withheld > 0n && (
            <span className="block text-xs text-muted">
              <span>{words.withheld}</span> <TokenAmount amount={withheld} mint={mint} units={units} />
            </span>
          )}
          {confidential > 0 && <span className="block text-xs text-muted">{words.confidential(confidential)}</span>}
        </>
      ),
    },
    {
      heading: 'Where',
      card: 'second',
      cell: (row) => (row.total === null ? <PlaceAmounts row={row} units={units} /> : <PlaceBar row={row} />),
    },
    {
      heading: 'Accounts',
      card: 'second-end',
      figure: true,
      cell: ({ mint, places }) => (
        <Link href={walletHref(wallet, { tab: 'tokens', mint, created }, cluster)}>
          <Digits value={PLACES.reduce((all, place) => all + places[place].accounts, 0)} />
          <span className="sr-only"> {words.ofThisMintHere}</span>
        </Link>
      ),
    },
  ]
  return (
    <PlainTable
      label={words.total}
      columns={columns}
      rows={rows}
      keyOf={({ mint }) => mint}
      inTokens={units !== null}
    />
  )
}

/** Parts that cannot be added. */
function PlaceAmounts({ row: { mint, places }, units }: { row: MintTotal; units: TokenUnits | null }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {PLACES.filter((place) => places[place].accounts > 0).map((place) => (
        <span key={place}>
          <span className="text-muted">{words.places[place]}</span>{' '}
          <TokenAmount amount={places[place].amount} mint={mint} units={units} />
        </span>
      ))}
    </span>
  )
}

const FILLS: Record<Place, string> = {
  spl: 'fill-muted',
  token2022: 'fill-doubt',
  light: 'fill-leaf',
  compressed: 'fill-leaf-strong',
}

const BAR = 100

/** The text beside it says the shares. */
function PlaceBar({ row: { places, isNative } }: { row: MintTotal }) {
  const sum = PLACES.reduce((all, place) => all + places[place].amount, 0n)
  const there = PLACES.filter((place) => places[place].accounts > 0)
  const shares = there.map((place) => `${words.places[place]} ${formatShare(places[place].amount, sum)}`)
  let end = 0n
  const bars = there.map((place) => {
    const start = end
    end += places[place].amount
    return { place, x: partOf(start, sum), width: partOf(end, sum) - partOf(start, sum) }
  })
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {sum > 0n && (
        <svg viewBox={`0 0 ${BAR} 8`} preserveAspectRatio="none" aria-hidden="true" className="h-2 w-24 print:hidden">
          {bars.map(({ place, ...at }) => (
            <rect key={place} y="0" height="8" className={FILLS[place]} {...at} />
          ))}
        </svg>
      )}
      <span className="text-muted">
        {there.length > 1 ? shares.join(', ') : there.map((place) => words.places[place])}
      </span>
      {isNative && <span className="text-muted">{words.wrappedSol}</span>}
    </span>
  )
}

function partOf(amount: bigint, whole: bigint): number {
  return Number((amount * BigInt(BAR) * 100n) / whole) / 100
}
