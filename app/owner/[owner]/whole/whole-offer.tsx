import { Link } from '@/components/ui/link'
import type { Answer } from '@/lib/api/answer'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster, UrlFilter, UrlSlice } from '@/lib/page/address'

/** Where an owner's pages lose rows, or do not prove that they have all: the way to the whole list. */
export function WholeOffer({
  answer: { meta, result },
  owner,
  filters,
  slice,
  cluster,
}: {
  answer: Answer<'getCompressedAccountsByOwner'>
  owner: string
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  cluster: Cluster
}) {
  const isUnproven = meta.complete === null && (result.value.cursor ?? null) === null && result.value.items.length > 0
  if (meta.complete !== false && !isUnproven) return null
  return (
    <p className="panel mb-3 max-w-4xl px-4 py-2 text-sm">
      <Link
        href={ownerHref(owner, { filters, slice, whole: { mode: 'true', calls: null } }, cluster)}
        rel="nofollow"
        className="font-semibold"
      >
        Read the whole list in parts
      </Link>
      <span>
        {`: finds rows that these pages ${isUnproven ? 'may miss' : 'miss'}, and says what is proven. First it shows what that costs.`}
      </span>
    </p>
  )
}
