import { Link } from '@/components/ui/link'
import { delegateHref } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'

export function EmptyDelegate({
  delegate,
  mint,
  cluster,
}: {
  delegate: string
  mint: string | null
  cluster: Cluster
}) {
  return (
    <section className="panel p-4">
      <h2 className="text-base">
        {mint ? 'Nothing of this mint is delegated to this address' : 'Nothing is delegated to this address'}
      </h2>
      <p className="mt-1 max-w-prose text-sm">
        The indexer knows no live token account that names it as delegate. An approval that was revoked, or used up by a
        transfer, is not listed.
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        {mint && (
          <Link href={delegateHref(delegate, {}, cluster)} className="button">
            All mints of this delegate
          </Link>
        )}
        <Link href={ownerHref(delegate, {}, cluster)} className="button">
          Accounts it owns
        </Link>
      </p>
    </section>
  )
}
