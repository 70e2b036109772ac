import { Elsewhere } from '@/components/frame/elsewhere'
import { Link } from '@/components/ui/link'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import type { Network } from '@/lib/upstream/networks/networks'
import { walletHref } from '@/lib/wallet/address'

export function EmptyOwner({
  owner,
  filtered,
  complete,
  network,
  cluster,
}: {
  network: Network
  owner: string
  filtered: boolean
  complete: boolean | null
  cluster: Cluster
}) {
  if (filtered) {
    return (
      <section className="panel p-4">
        <h2 className="text-base">No account matches</h2>
        <p className="mt-1 max-w-prose text-sm">
          No live account of this owner has these bytes at this offset.{' '}
          <Link href={ownerHref(owner, {}, cluster)}>All accounts of this owner</Link>
        </p>
      </section>
    )
  }
  return (
    <section className="panel p-4">
      <h2 className="text-base">No live accounts owned by this address</h2>
      <p className="mt-1 max-w-prose text-sm">
        {`${complete ? 'The list is complete: there are none. ' : ''}Consumed accounts are not listed; they open by their hash.`}
      </p>
      {knownAccount(owner) === null && (
        <p className="mt-3 max-w-prose text-sm">
          Is it a wallet? Compressed tokens are owned by the token program; its{' '}
          <Link href={walletHref(owner, {}, cluster)}>wallet page</Link> finds them by the wallet they name.
        </p>
      )}
      <Elsewhere network={network} kind="address" text={owner} cluster={cluster} />
    </section>
  )
}
