import { Elsewhere } from '@/components/frame/elsewhere'
import { NO_CONSUMED } from '@/components/listing/words-server'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import type { Network } from '@/lib/upstream/networks/networks'
import { walletHref } from '@/lib/wallet/address'
import * as words from './words-server'

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
        title={words.noMatch}
        text={
          <>
            <span>{words.noMatchText}</span> <Link href={ownerHref(owner, {}, cluster)}>{words.allAccounts}</Link>
          </>
        }
      />
    )
  }
  return (
    <Notice title={words.noAccounts} text={NO_CONSUMED}>
      {knownAccount(owner) === null && (
        <p className="mt-3 max-w-prose text-sm">
          <span>{words.isItWallet}</span> <Link href={walletHref(owner, {}, cluster)}>wallet page</Link>{' '}
          <span>{words.walletFinds}</span>
        </p>
      )}
      <Elsewhere network={network} kind="address" text={owner} cluster={cluster} />
    </Notice>
  )
}
