import Link from 'next/link'
import { type Cluster, delegateHref, ownerHref, TOKEN_PROGRAM, walletTokensHref } from '@/lib/urls/links'

/** No rows, and what that does and does not mean; a wallet is led to its compressed tokens. design.md 4.3. */
export function EmptyOwner({
  owner,
  filtered,
  complete,
  cluster,
}: {
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
          The indexer knows no live account of this owner whose data holds these bytes at this place.{' '}
          <Link href={ownerHref(owner, {}, cluster)} prefetch={false}>
            All accounts of this owner
          </Link>
        </p>
      </section>
    )
  }
  return (
    <section className="panel p-4">
      <h2 className="text-base">No live compressed account belongs to this address</h2>
      <p className="mt-1 max-w-prose text-sm">
        {complete ? 'The indexer was asked and its answer is whole: the list is really empty. ' : ''}
        Accounts that were consumed are not listed by owner; they can be opened by their hash.
      </p>
      {owner !== TOKEN_PROGRAM && (
        <>
          <h3 className="mt-4 text-sm">Is it a wallet?</h3>
          <p className="mt-1 max-w-prose text-sm">
            Compressed tokens belong to the token program, not to the wallet that may spend them.
          </p>
          <p className="mt-3 flex flex-wrap gap-2">
            <Link href={walletTokensHref(owner, cluster)} prefetch={false} className="button">
              Compressed tokens of this wallet
            </Link>
            <Link href={delegateHref(owner, {}, cluster)} prefetch={false} className="button max-sm:whitespace-normal!">
              Token accounts it may move as a delegate
            </Link>
          </p>
        </>
      )}
    </section>
  )
}
