import { Fact } from '@/components/account/fact'
import { BlockTime } from '@/components/ui/block-time'
import { Digits } from '@/components/ui/digits'
import { Identifier } from '@/components/ui/identifier'
import { KnownName } from '@/components/ui/known-name'
import { Lamports } from '@/components/ui/lamports'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import type { TransactionDetails } from '@/lib/transaction/contract'
import { walletHref } from '@/lib/wallet/address'
import { verified } from './words'

export function TransactionFacts({ details, cluster }: { details: TransactionDetails; cluster: Cluster }) {
  const { failure, doubt, slot, blockTime, finalized, unchecked, fee, computeUnits, signers, programs, version } =
    details
  return (
    <section aria-label="Transaction" className="panel p-4">
      <dl className="facts sm:flex sm:flex-wrap sm:gap-x-8 sm:gap-y-1 sm:[&_dt]:text-xs sm:[&>div]:block">
        <Fact name="Status">
          {failure ? (
            <>
              <span className="chip chip-fail">failed</span>{' '}
              <span>{doubt === null ? 'It changed no compressed state.' : failure.message}</span>
            </>
          ) : (
            <span className="chip chip-live">succeeded</span>
          )}{' '}
          {!finalized && <span className="chip chip-doubt">not finalized</span>}
        </Fact>
        <Fact name="Time">
          <BlockTime seconds={blockTime ?? 0} />
        </Fact>
        <Fact name="Slot">
          <Digits value={slot} />
        </Fact>
        <Fact name="Fee">{fee === null ? <Unknown /> : <Lamports value={fee} both />}</Fact>
        <Fact name={signers.length > 1 ? 'Signers' : 'Signer'}>
          <ul>
            {signers.map((signer, i) => (
              <li key={signer}>
                <Identifier text={signer} what="signer" href={walletHref(signer, {}, cluster)} short roomy />{' '}
                {i === 0 && signers.length > 1 && <span className="text-muted">paid the fee</span>}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Compute units">{computeUnits === null ? <Unknown /> : <Digits value={computeUnits} />}</Fact>
        <Fact name="Version">{version}</Fact>
        <Fact name="Programs">
          {/* Columns of one width: what fits in a row must not depend on the font. */}
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-x-6">
            {programs.map((program) => (
              <li key={program} className="flex flex-wrap items-baseline gap-x-2">
                <Identifier text={program} what="program" href={ownerHref(program, {}, cluster)} short />
                <KnownName address={program} />
              </li>
            ))}
          </ul>
        </Fact>
      </dl>
      <p className="pt-2 text-sm text-muted">{verified(unchecked)}</p>
    </section>
  )
}

function Unknown() {
  return <span className="text-muted">unknown</span>
}
