import type { ReactNode } from 'react'
import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { TokenAmount } from '@/components/ui/amounts'
import { ExactTokens } from '@/components/ui/exact-tokens'
import { Identicon, Identifier } from '@/components/ui/identifier'
import { KnownName } from '@/components/ui/known-name'
import { Lamports } from '@/components/ui/lamports'
import { tokenUnits } from '@/lib/account/mints/contract'
import { mintHref } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { LamportsSum, MintChange, NetChange } from '@/lib/transaction/contract'
import { UNBALANCED } from '@/lib/transaction/description/reasons'
import { walletHref } from '@/lib/wallet/address'
import { MAX_ROWS, MoreRows, type TxPart } from './more-rows'
import * as words from './words'

const MAX_MINTS = 20

export function NetChanges(part: TxPart) {
  const { lamports, mints, consumed, created } = part.details
  if (consumed.length + created.length === 0) return null
  const most = mints.state === 'known' ? Math.floor(MAX_ROWS / Math.min(mints.value.length, MAX_MINTS)) : 0
  return (
    <section aria-labelledby="changes" className="pt-8">
      <h2 id="changes" className="pb-2 text-base">
        Net change
      </h2>
      <div className="grid gap-4">
        {mints.state === 'missing' ? (
          <p className="max-w-prose text-sm">{words.noSums('Token', mints.reason)}</p>
        ) : (
          mints.value.slice(0, MAX_MINTS).map((mint) => <MintPanel key={mint.of} mint={mint} most={most} part={part} />)
        )}
        {mints.state === 'known' && <MoreRows count={mints.value.length} shown={MAX_MINTS} json={part.json} />}
        {lamports.state === 'missing' ? (
          <p className="max-w-prose text-sm">{words.noSums('Lamport', lamports.reason)}</p>
        ) : (
          <LamportsPanel
            sum={lamports.value}
            hasTokens={mints.state === 'missing' || mints.value.length > 0}
            part={part}
          />
        )}
      </div>
    </section>
  )
}

function MintPanel({ mint, most, part }: { mint: MintChange; most: number; part: TxPart }) {
  const { of, compressed, decompressed, consumed, created, balances, unbalanced, owners } = mint
  const amounts = owners.slice(0, most).flatMap((one) => [one.consumed, one.created, sizeOf(one.change)])
  const units = tokenUnits(
    part.mints,
    amounts.map((amount) => ({ mint: of, amount })),
  )
  const info = part.mints[of]
  return (
    <Panel
      title={
        <>
          <span>
            <Identicon text={of} /> <Identifier text={of} what="mint" href={mintHref(of, part.cluster)} short />
          </span>
          {!info && <span className="font-normal text-muted">base units</span>}
        </>
      }
      label={`Net change of mint ${of}`}
      party="Wallet"
      href={(owner) => walletHref(owner, {}, part.cluster)}
      rows={owners}
      most={most}
      json={part.json}
      column={(amount) => <TokenAmount amount={amount} mint={of} units={units} />}
      exact={(amount) => <ExactTokens amount={amount} info={info} />}
      moved={{ [words.tokens.in]: compressed, [words.tokens.out]: decompressed }}
      missing={balances ? null : created + decompressed - consumed - compressed}
      why={UNBALANCED[unbalanced ?? 'unexplained']}
    />
  )
}

function LamportsPanel({ sum, hasTokens, part }: { sum: LamportsSum; hasTokens: boolean; part: TxPart }) {
  const { consumed, created, compressed, decompressed, relayFee, balances, owners } = sum
  // Token accounts mostly hold no lamports: a table of zeros is noise.
  if (hasTokens && consumed + created + compressed + decompressed === 0n && balances) return null
  return (
    <Panel
      title="Lamports"
      label="Net change of lamports"
      party="Owner"
      href={(owner) => ownerHref(owner, {}, part.cluster)}
      rows={owners}
      most={MAX_ROWS}
      json={part.json}
      column={(value) => <Lamports value={value} />}
      exact={(value) => (
        <>
          {value < 0n && <span>−</span>}
          <Lamports value={sizeOf(value)} />
        </>
      )}
      moved={{
        [words.sol.in]: compressed,
        [words.sol.out]: decompressed,
        [words.relayFee]: relayFee,
      }}
      missing={balances ? null : created + decompressed + relayFee - consumed - compressed}
      why={UNBALANCED.unexplained}
    />
  )
}

function sizeOf(change: bigint): bigint {
  return change < 0n ? -change : change
}

function Panel({
  title,
  label,
  party,
  href,
  rows,
  most,
  json,
  column,
  exact,
  moved,
  missing,
  why,
}: {
  title: ReactNode
  label: string
  party: 'Wallet' | 'Owner'
  href(of: string): string
  rows: readonly NetChange[]
  most: number
  json: string
  column(value: bigint): ReactNode
  exact(value: bigint): ReactNode
  moved: Record<string, bigint>
  /** By how much the sums do not match; null: they match. */
  missing: bigint | null
  why: string
}) {
  const columns: PlainColumn<NetChange>[] = [
    {
      heading: party,
      card: 'first',
      cell: ({ of }) => (
        <>
          <Identifier text={of} what={party.toLowerCase()} href={href(of)} short copy={false} />{' '}
          <KnownName address={of} />
        </>
      ),
    },
    { heading: 'Consumed', card: 'second', figure: true, cell: ({ consumed }) => column(consumed) },
    { heading: 'Created', card: 'second-end', figure: true, cell: ({ created }) => column(created) },
    {
      heading: 'Change',
      card: 'first-end',
      figure: true,
      className: ({ change }) => (change > 0n ? 'text-leaf' : change < 0n ? 'text-ink' : 'text-muted'),
      cell: ({ change }) => (
        <>
          <span>{change > 0n ? '+' : change < 0n && '−'}</span>
          {column(sizeOf(change))}
        </>
      ),
    },
  ]
  return (
    <div className="panel">
      <h3 className="flex flex-wrap items-baseline gap-x-2 px-3 pt-2 text-sm font-semibold">{title}</h3>
      <PlainTable className="sheet" label={label} columns={columns} rows={rows.slice(0, most)} keyOf={({ of }) => of} />
      <MoreRows count={rows.length} shown={most} json={json} />
      <p className="px-3 pb-2 text-sm text-muted">
        {Object.entries(moved).map(
          ([text, amount]) =>
            amount > 0n && (
              <span key={text}>
                {exact(amount)} <span>{text}</span>{' '}
              </span>
            ),
        )}
        {missing === null ? (
          <span>{words.balanced}</span>
        ) : (
          <span className="text-doubt">
            <span>{words.differBy}</span> {exact(missing)}
            <span>{`. ${why}`}</span>
          </span>
        )}
      </p>
    </div>
  )
}
