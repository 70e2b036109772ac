import { Elsewhere } from '@/components/frame/elsewhere'
import { NO_CONSUMED } from '@/components/listing/words'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import type { Network } from '@/lib/upstream/networks/networks'
import { walletHref } from '@/lib/wallet/address'

export function EmptyOwner({
  owner,
  filtered,
  network,
  cluster,
}: {
  network: Network
  owner: string
  filtered: boolean
  cluster: Cluster
}) {
  if (filtered) {
    return (
      <Notice
        title="No account matches"
        text={
          <>
            No live account of this owner has these bytes at this offset.{' '}
            <Link href={ownerHref(owner, {}, cluster)}>All accounts of this owner</Link>
          </>
        }
      />
    )
  }
  return (
    <Notice title="No live accounts owned by this address" text={NO_CONSUMED}>
      {knownAccount(owner) === null && (
        <p className="mt-3 max-w-prose text-sm">
          Is it a wallet? Compressed tokens are owned by the token program; its{' '}
          <Link href={walletHref(owner, {}, cluster)}>wallet page</Link> finds them by the wallet they name.
        </p>
      )}
      <Elsewhere network={network} kind="address" text={owner} cluster={cluster} />
    </Notice>
  )
}
