import { useQuery } from '@tanstack/react-query'
import type { Problem } from '@/lib/api/problem'
import { statusQuery } from '@/lib/api/query'
import { nounFor } from '@/lib/format/numbers'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { Link } from '../../../../components/ui/link'
import type { OwnerPageQuery } from './owner-tools'

/**
 * How filters may relate to the indexer's refusal, and what to request instead; never removes a filter. null: unrelated.
 * features.md e9, facts/photon-wire.md 5.
 */
export function RefusalNote({
  problem,
  current,
  network,
}: {
  problem: Problem
  current: OwnerPageQuery
  network: string
}) {
  const { owner, filters, slice, limit, mode, columns, sort, cluster } = current
  const { data: status } = useQuery({ ...statusQuery(network), enabled: false })
  // In an outage the indexer fails, whatever the filters.
  const isWell = status?.verdict === 'ok' && (status.pending === null || status.pending.better)
  const words = wordsFor(problem, current, isWell)
  if (words === null) return null
  const sliceable = problem.code === 'too_large' && (!slice || slice.length > 128)
  return (
    <section aria-label="About this refusal" className="max-w-prose pb-4 text-sm">
      <p>{words}</p>
      <p className="flex flex-wrap gap-2 pt-2">
        {sliceable && (
          <Link
            href={ownerHref(
              owner,
              { filters, slice: { offset: slice?.offset ?? 0, length: 128 }, limit, mode, columns, sort },
              cluster,
            )}
            className="button"
          >
            Load 128 bytes of each
          </Link>
        )}
        {slice && (
          <Link href={ownerHref(owner, { filters, limit, mode, columns, sort }, cluster)} className="button">
            Remove the slice
          </Link>
        )}
        {filters.length > 0 && (
          <Link href={ownerHref(owner, { slice, limit, mode, columns, sort }, cluster)} className="button">
            {`Remove the ${nounFor(filters.length, 'filter')}`}
          </Link>
        )}
      </p>
    </section>
  )
}

function wordsFor({ code, upstream }: Problem, { filters, slice }: OwnerPageQuery, isWell: boolean): string | null {
  if (code === 'too_large') {
    return 'These accounts hold more data than the indexer sends at once. A data slice loads less of each.'
  }
  if (filters.length === 0 && !slice) return null
  const count = filters.length === 1 ? 'one filter' : `${filters.length} filters`
  const narrowing = [filters.length > 0 && count, slice && 'a slice'].filter(Boolean).join(' and ')
  switch (code) {
    case 'invalid_params':
      return /too many filters/i.test(upstream?.message ?? '')
        ? `This indexer accepts fewer than ${filters.length} filters. Remove one or all of them.`
        : `The indexer rejected this request with ${narrowing}. Not every indexer supports them.`
    case 'upstream_error':
      if (!isWell) return null
      return `This request has ${narrowing}. Some indexers fail on those: try without.`
    case 'upstream_timeout':
      if (!isWell) return null
      return `This request has ${narrowing}. Filters make some indexers scan every account of the owner, which can take too long.`
    default:
      return null
  }
}
