import { TokenAmount } from '@/components/ui/amounts'
import { ExactTokens } from '@/components/ui/exact-tokens'
import { Identicon, Identifier, KnownName } from '@/components/ui/identifier'
import { Lamports } from '@/components/ui/lamports'
import { tokenUnits } from '@/lib/account/mints/contract'
import { mintAccountsHref, ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import type { KnownTransaction, LamportsSum, MintChange, NetChange, Sum } from '@/lib/transaction/contract'
import { walletHref } from '@/lib/wallet/address'
import { MOST_ROWS, MoreRows } from './more-rows'

const MOST_MINTS = 20

export function NetChanges({
  details,
  mints: known,
  cluster,
  json,
}: {
  details: KnownTransaction
  mints: Mints
  cluster: Cluster
  json: string
}) {
  const { lamports, mints, consumed, created } = details
  if (consumed.length + created.length === 0) return null
  return (
    <section aria-labelledby="changes" className="pt-8">
      <h2 id="changes" className="pb-2 text-base">
        Net change
      </h2>
      <div className="grid gap-4">
        {mints.state === 'missing' ? (
          <p className="max-w-prose text-sm">{missingWords('Token', mints.reason)}</p>
        ) : (
          mints.value
            .slice(0, MOST_MINTS)
            .map((mint, _, { length }) => (
              <MintPanel
                key={mint.of}
                mint={mint}
                most={Math.floor(MOST_ROWS / length)}
                known={known}
                cluster={cluster}
                json={json}
              />
            ))
        )}
        {mints.state === 'known' && <MoreRows count={mints.value.length} shown={MOST_MINTS} json={json} />}
        {lamports.state === 'missing' ? (
          <p className="max-w-prose text-sm">{missingWords('Lamport', lamports.reason)}</p>
        ) : (
          <LamportsPanel
            sum={lamports.value}
            hasTokens={mints.state === 'missing' || mints.value.length > 0}
            cluster={cluster}
            json={json}
          />
        )}
      </div>
    </section>
  )
}

function missingWords(what: string, reason: Extract<Sum<unknown>, { state: 'missing' }>['reason']): string {
  switch (reason) {
    case 'not_read':
      return `${what} sums follow once the contents of all consumed accounts are read.`
    case 'unknown_fields':
      return `${what} sums are unknown: of a consumed account only its hash is known.`
    case 'unknown_content':
      return `${what} sums are unknown: the contents of a consumed account are.`
    case 'unreadable':
      return `${what} sums are unknown: a part of the transaction could not be read.`
    case 'not_recorded':
    case 'contradicted':
      return `${what} sums are unknown.`
    default:
      return reason satisfies never
  }
}

function MintPanel({
  mint,
  most,
  known,
  cluster,
  json,
}: {
  mint: MintChange
  most: number
  known: Mints
  cluster: Cluster
  json: string
}) {
  const { of, compressed, decompressed, consumed, created, balances, unbalanced, owners } = mint
  const amounts = owners
    .slice(0, most)
    .flatMap((one) => [one.consumed, one.created, one.change < 0n ? -one.change : one.change])
  const units = tokenUnits(
    known,
    amounts.map((amount) => ({ mint: of, amount })),
  )
  const info = known[of]
  return (
    <div className="panel">
      <h3 className="flex flex-wrap items-baseline gap-x-2 px-3 pt-2 text-sm font-semibold">
        <span>
          <Identicon text={of} /> <Identifier text={of} what="mint" href={mintAccountsHref(of, cluster)} short />
        </span>
        {!info && <span className="font-normal text-muted">base units</span>}
      </h3>
      <ChangeRows
        label={`Net change of mint ${of}`}
        rows={owners}
        most={most}
        json={json}
        heading="Wallet"
        render={(amount) => <TokenAmount amount={amount} mint={of} units={units} />}
        href={(owner) => walletHref(owner, {}, cluster)}
      />
      <p className="px-3 pb-2 text-sm text-muted">
        {compressed > 0n && (
          <>
            <ExactTokens amount={compressed} info={info} /> <span>compressed from the chain.</span>{' '}
          </>
        )}
        {decompressed > 0n && (
          <>
            <ExactTokens amount={decompressed} info={info} /> <span>decompressed to the chain.</span>{' '}
          </>
        )}
        {balances ? (
          <span>Balances.</span>
        ) : (
          <span className="text-doubt">
            Does not balance by <ExactTokens amount={created + decompressed - consumed - compressed} info={info} />
            <span>{UNBALANCED[unbalanced ?? 'unexplained']}</span>
          </span>
        )}
      </p>
    </div>
  )
}

const UNBALANCED = {
  mint_action:
    ': the transaction calls MintAction, which mints and burns compressed tokens, and its amounts are not read.',
  amounts: ': it moves tokens between compressed state and the chain in a form that is not read.',
  unexplained: '. No token transfer in this transaction explains it.',
} as const

function LamportsPanel({
  sum,
  hasTokens,
  cluster,
  json,
}: {
  sum: LamportsSum
  hasTokens: boolean
  cluster: Cluster
  json: string
}) {
  const { consumed, created, compressed, decompressed, relayFee, balances, owners } = sum
  // Token accounts mostly hold no lamports: a table of zeros is noise.
  if (hasTokens && consumed + created + compressed + decompressed === 0n && balances) return null
  return (
    <div className="panel">
      <h3 className="px-3 pt-2 text-sm font-semibold">Lamports</h3>
      <ChangeRows
        label="Net change of lamports"
        rows={owners}
        json={json}
        heading="Owner"
        render={(value) => <SignedLamports value={value} />}
        href={(owner) => ownerHref(owner, {}, cluster)}
      />
      <p className="px-3 pb-2 text-sm text-muted">
        {compressed > 0n && (
          <>
            <Lamports value={compressed} /> <span>compressed from the chain.</span>{' '}
          </>
        )}
        {decompressed > 0n && (
          <>
            <Lamports value={decompressed} /> <span>decompressed to the chain.</span>{' '}
          </>
        )}
        {relayFee > 0n && (
          <>
            <Lamports value={relayFee} /> <span>relay fee.</span>{' '}
          </>
        )}
        {balances ? (
          <span>Balances.</span>
        ) : (
          <span className="text-doubt">
            Does not balance by <SignedLamports value={created + decompressed + relayFee - consumed - compressed} />:
            what the chain node sent contradicts itself.
          </span>
        )}
      </p>
    </div>
  )
}

function SignedLamports({ value }: { value: bigint }) {
  return value < 0n ? (
    <>
      <span>−</span>
      <Lamports value={-value} />
    </>
  ) : (
    <Lamports value={value} />
  )
}

function ChangeRows({
  label,
  rows,
  most = MOST_ROWS,
  json,
  heading,
  render,
  href,
}: {
  label: string
  rows: readonly NetChange[]
  most?: number
  json: string
  heading: string
  render(value: bigint): React.ReactNode
  href(of: string): string
}) {
  return (
    <div className="sheet">
      <table className="rows cards" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col" className="figure">
              Consumed
            </th>
            <th scope="col" className="figure">
              Created
            </th>
            <th scope="col" className="figure">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ of, consumed, created, change }) => (
            <tr key={of} className="row">
              <td data-label={heading} data-card="first">
                <Identifier text={of} what={heading.toLowerCase()} href={href(of)} short copy={false} />{' '}
                <KnownName address={of} />
              </td>
              <td data-label="Consumed" data-card="second" className="figure">
                {render(consumed)}
              </td>
              <td data-label="Created" data-card="second-end" className="figure">
                {render(created)}
              </td>
              <td
                data-label="Change"
                data-card="first-end"
                className={`figure ${change > 0n ? 'text-leaf' : change < 0n ? 'text-fail' : 'text-muted'}`}
              >
                <span>{change > 0n ? '+' : change < 0n && '−'}</span>
                {render(change < 0n ? -change : change)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows count={rows.length} shown={most} json={json} />
    </div>
  )
}
