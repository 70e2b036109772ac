import type { Problem } from '@/lib/api/problem'
import { formatCount, nounFor } from '@/lib/format/numbers'
import type { OwnerNarrowed } from '@/lib/listing/address/owner-address'
import type { UrlFilter, UrlSlice } from '@/lib/page/address'
import { Link } from '../../../../components/ui/link'

const LESS_BYTES = 128

/** What to request instead of what the indexer refused. features.md e9, facts/photon-wire.md 5. */
export function RefusalNote({
  problem,
  filters,
  slice,
  hrefOf,
}: {
  problem: Problem
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  hrefOf(change: OwnerNarrowed): string
}) {
  const words = wordsFor(problem, filters.length, slice)
  if (words === null) return null
  const less = { offset: slice?.offset ?? 0, length: LESS_BYTES }
  const isLess = problem.code === 'too_large' && (!slice || slice.length > LESS_BYTES)
  const ways: { way: string; change: OwnerNarrowed }[] = []
  if (isLess) ways.push({ way: `Load ${LESS_BYTES} bytes of each`, change: { slice: less } })
  if (slice) ways.push({ way: 'Remove the slice', change: { slice: null } })
  if (filters.length > 0) ways.push({ way: `Remove the ${nounFor(filters.length, 'filter')}`, change: { filters: [] } })
  return (
    <section aria-label="About this refusal" className="max-w-prose pb-4 text-sm">
      <p>{words}</p>
      <p className="flex flex-wrap gap-2 pt-2">
        {ways.map(({ way, change }) => (
          <Link key={way} href={hrefOf(change)} className="button">
            {way}
          </Link>
        ))}
      </p>
    </section>
  )
}

function wordsFor({ code, upstream }: Problem, filters: number, slice: UrlSlice | null): string | null {
  if (code === 'too_large') {
    return 'These accounts hold more data than the indexer sends at once. A data slice loads less of each.'
  }
  if (code !== 'invalid_params' || (filters === 0 && !slice)) return null
  if (/too many filters/i.test(upstream?.message ?? '')) {
    return `This indexer accepts fewer than ${filters} filters. Remove one or all of them.`
  }
  const narrowing = [filters > 0 && formatCount(filters, 'filter'), slice && 'a slice'].filter(Boolean).join(' and ')
  return `The indexer rejected this request with ${narrowing}. Not every indexer supports them.`
}
