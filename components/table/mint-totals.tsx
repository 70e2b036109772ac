import type { ComponentProps } from 'react'
import { tokenUnits } from '@/lib/account/mints/contract'
import { formatCount, groupDigits, nounFor } from '@/lib/format/numbers'
import { mintHref } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import {
  type AmountSum,
  formatShare,
  type MintExposure,
  type SumsByState,
  sumOfStates,
  totalAccounts,
  totalAmount,
} from '@/lib/wallet/exposure'
import { Digits } from '../ui/digits'
import { Identicon, Identifier, NarrowLink } from '../ui/identifier'
import { OwnerKindMark, ownerKindText } from '../ui/token-extensions'
import { type PlainColumn, PlainTable } from './plain-table'
import { SumText } from './sum-text'

export const FIRST_MINTS = 3

/** Upper limit: airdrops bring thousands of mints. */
const MAX_MINTS = 100

export function MintTotals({
  first,
  all,
  known,
  chosen,
  cluster,
  narrowedHref,
  parties,
  party,
  partyHref,
  amount,
  allStates = false,
  atLeast = false,
}: {
  first: readonly MintExposure[]
  all: readonly MintExposure[]
  known: Mints
  chosen: string | null
  cluster: Cluster
  narrowedHref(mint: string): string
  parties: { heading: string; noun: string }
  /** Whom the totals of a mint are divided among; null: no such table. */
  party: 'Wallet' | 'Delegate' | null
  partyHref(party: string): string
  amount: string
  /** True where amounts include frozen accounts. */
  allStates?: boolean
  /** True where rows may be missing: the sums are lower bounds. */
  atLeast?: boolean
}) {
  const ofChosen = all.filter(({ mint }) => mint === chosen)
  const others = all.filter((each) => !first.includes(each)).slice(0, MAX_MINTS)
  const left = all.length - first.length - others.length
  const byMint: Omit<ComponentProps<typeof SumsTable<MintExposure>>, 'rows'> = {
    ...{ known, amount, atLeast },
    label: 'Totals by mint',
    keyOf: ({ mint }) => mint,
    isOpen: ({ mint }) => mint === chosen,
    summed: allStates ? sumOfStates : ({ movable }) => movable,
    // The shares say how many accounts.
    accountsCard: parties.noun === 'account' ? 'none' : 'second-end',
    columns: [
      {
        heading: 'Mint',
        card: 'first',
        cell: ({ mint }) => (
          <span className="whitespace-nowrap">
            <Mint mint={mint} href={mintHref(mint, cluster)} symbol={known[mint]?.symbol} />
            <NarrowLink href={mint === chosen ? null : narrowedHref(mint)} what="mint" />
          </span>
        ),
      },
      {
        heading: parties.heading,
        card: 'second',
        className: () => 'number text-muted',
        cell: (each) => sharesText(each, parties.noun),
      },
    ],
  }
  return (
    <>
      {first.length > 0 && <SumsTable rows={first} {...byMint} />}
      {others.length > 0 && (
        <details className="pt-1.5">
          <summary className="min-h-6 cursor-pointer text-sm font-semibold">
            {first.length === 0 ? 'All mints' : formatCount(all.length - first.length, 'other mint')}
          </summary>
          <SumsTable rows={others} {...byMint} className="panel sheet mt-2" />
          {left > 0 && (
            <p className="pt-2 text-sm text-muted">
              {`${groupDigits(left)} more ${nounFor(left, 'mint')} with fewer accounts. The export lists all of them.`}
            </p>
          )}
        </details>
      )}
      {party && (
        <details className="pt-1.5" open={ofChosen.length > 0}>
          <summary className="min-h-6 cursor-pointer text-sm font-semibold">
            {`Totals by ${party.toLowerCase()}${ofChosen.length > 0 ? ', this mint' : ''}`}
          </summary>
          <SumsTable
            {...{ known, amount, atLeast }}
            label={`Totals by ${party.toLowerCase()}`}
            rows={(ofChosen.length > 0 ? ofChosen : all.slice(0, MAX_MINTS)).flatMap((of) =>
              of.top.map((each) => ({ ...each, of, mint: of.mint })),
            )}
            keyOf={({ mint, party }) => `${mint} ${party}`}
            noteBelow={({ of: { top, parties }, party }) =>
              party === top.at(-1)?.party &&
              parties > top.length &&
              `${groupDigits(parties - top.length)} more with smaller amounts`
            }
            summed={({ movable }) => movable}
            accountsCard="none"
            columns={[
              {
                heading: party,
                card: 'first',
                cell: ({ party: text, kind }) => {
                  const what = party === 'Wallet' ? ownerKindText(kind) : 'delegate'
                  return (
                    <>
                      <Identifier text={text} what={what} href={partyHref(text)} short />
                      {party === 'Wallet' && <OwnerKindMark kind={kind} />}
                    </>
                  )
                },
              },
              { heading: 'Mint', card: 'second', cell: ({ mint }) => <Mint mint={mint} copy={false} /> },
              {
                heading: 'Share of mint',
                label: 'Share',
                card: 'second-end',
                figure: true,
                cell: (each) => formatShare(totalAmount(each), each.of.total),
              },
            ]}
            className="panel sheet mt-2"
          />
        </details>
      )}
    </>
  )
}

function Mint(props: { mint: string; href?: string; copy?: boolean; symbol?: string | null | undefined }) {
  const { mint, symbol, ...more } = props
  return (
    <>
      <Identicon text={mint} />
      {symbol && (
        <bdi
          className="me-2 inline-block max-w-[12ch] truncate align-bottom text-base font-medium"
          title="Claimed by the issuer"
        >
          {symbol}
        </bdi>
      )}
      <Identifier text={mint} what="mint" {...more} short />
    </>
  )
}

function SumsTable<Row extends SumsByState & { mint: string }>({
  columns,
  known,
  amount,
  atLeast,
  summed,
  accountsCard,
  ...table
}: Omit<ComponentProps<typeof PlainTable<Row>>, 'inTokens'> & {
  known: Mints
  amount: string
  atLeast: boolean
  summed(row: Row): AmountSum
  accountsCard: 'second-end' | 'none'
}) {
  const inUnits = tokenUnits(
    known,
    table.rows.flatMap((row) => [summed(row), row.frozen, row.other].map(({ amount }) => ({ mint: row.mint, amount }))),
  )
  // Symbols stand before the mints.
  const units = inUnits && table.rows.every(({ mint }) => known[mint]) ? { ...inUnits, room: '' as const } : inUnits
  const textOf = (sum: AmountSum, { mint }: Row) => <SumText sum={sum} mint={mint} units={units} atLeast={atLeast} />
  const sums: PlainColumn<Row>[] = [
    {
      heading: units ? amount : `${amount} (base units)`,
      label: amount,
      card: 'first-end',
      className: () => 'sm:text-base',
      cell: (row) => textOf(summed(row), row),
    },
    {
      heading: 'Frozen',
      card: ({ frozen }) => (frozen.accounts > 0 ? undefined : 'none'),
      cell: (row) => textOf(row.frozen, row),
    },
    { heading: 'Other states', cell: (row) => textOf(row.other, row) },
    { heading: 'Accounts', card: accountsCard, cell: (row) => <Digits value={totalAccounts(row)} /> },
  ]
  const shown = table.rows.some(({ other }) => other.accounts > 0) ? sums : sums.toSpliced(2, 1)
  const figures = shown.map((column) => ({ ...column, figure: true, ...(column.heading !== 'Accounts' && { units }) }))
  const inOrder = [...columns.slice(0, 1), ...figures.slice(0, 1), ...columns.slice(1), ...figures.slice(1)]
  return <PlainTable {...table} columns={inOrder} inTokens={units !== null} />
}

function sharesText({ top: [largest], total, parties }: MintExposure, noun: string): string {
  if (!largest || total === 0n) return 'no amount'
  const count = formatCount(parties, noun)
  return parties === 1 ? count : `${count}, largest ${formatShare(totalAmount(largest), total)}`
}
