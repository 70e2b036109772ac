import { AccountDetail } from '@/components/account/account-detail'
import { Fact } from '@/components/account/fact'
import { Identifier, KnownName } from '@/components/ui/identifier'
import { Lamports } from '@/components/ui/lamports'
import { Link } from '@/components/ui/link'
import { StateNotice } from '@/components/ui/state-notice'
import type { AccountUrl } from '@/lib/account/address'
import type { AccountContent, AccountTransaction } from '@/lib/account/history/contract'
import { provenRow } from '@/lib/account/proof/contract'
import type { Problem } from '@/lib/api/problem'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, txHref } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { WalletCheck } from './wallet-check'

export function AccountContentSection({
  content,
  mints,
  url,
  cluster,
}: {
  content: { ok: true; value: AccountContent } | { ok: false; problem: Problem }
  mints: Mints
  url: AccountUrl
  cluster: Cluster
}) {
  return (
    <section aria-labelledby="account-content" className="pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
        <h2 id="account-content" className="text-base">
          Content
        </h2>
        {url.owner !== null && (
          <Link href={ownerHref(url.owner, { filters: url.filters }, cluster)} className="button">
            Back to owner’s list
          </Link>
        )}
      </div>
      {content.ok ? (
        <Known content={content.value} mints={mints} url={url} cluster={cluster} />
      ) : (
        <>
          <p className="max-w-prose pb-3 text-sm">
            The chain node did not provide the content. What the indexer knows is above.
          </p>
          <StateNotice problem={content.problem} />
        </>
      )}
    </section>
  )
}

function Known({
  content,
  mints,
  url,
  cluster,
}: {
  content: AccountContent
  mints: Mints
  url: AccountUrl
  cluster: Cluster
}) {
  const { account, tokenData, proof, created } = content
  return (
    <>
      <p className="max-w-prose pb-3 text-sm">Read from the transaction that created this account.</p>
      <div className="panel p-4">
        <AccountDetail
          account={provenRow(account, proof)}
          token={tokenData}
          mints={mints}
          cluster={cluster}
          filters={url.filters}
          ownerName={<KnownName address={account.owner} />}
        />
        <WalletCheck account={account} url={url} cluster={cluster} />
      </div>
      <h3 className="pt-4 pb-1 text-sm font-semibold">Created by</h3>
      <Creation created={created} cluster={cluster} />
    </>
  )
}

function Creation({ created, cluster }: { created: AccountTransaction; cluster: Cluster }) {
  const { signature, signer, fee, finalized } = created
  return (
    <>
      <dl className="facts">
        <Fact name="Transaction">
          <Identifier text={signature} what="signature" href={txHref(signature, cluster)} short roomy />{' '}
          {!finalized && <span className="chip chip-doubt">not finalized</span>}
        </Fact>
        <Fact name="Signer">
          <Identifier text={signer} what="signer" href={ownerHref(signer, {}, cluster)} />{' '}
          <KnownName address={signer} />
        </Fact>
        {fee !== null && (
          <Fact name="Fee">
            <Lamports value={fee} both />
          </Fact>
        )}
      </dl>
      <p className="max-w-prose pt-1 text-sm text-muted">
        The signature fits the message. Fee and time are what the chain node reports.
      </p>
    </>
  )
}
