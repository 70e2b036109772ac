import type { ReactNode } from 'react'
import type { ListMode } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, DEFAULT_LIMIT, type UrlFilter, type UrlSlice } from '@/lib/page/address'

/** The rest of an owner page's query, which a form carries along unchanged. */
export interface OwnerPageQuery {
  owner: string
  filters: readonly UrlFilter[]
  slice: UrlSlice | null
  limit: number
  mode: ListMode
  /** Columns that are shown; null: all. */
  columns: readonly string[] | null
  /** How its rows are sorted; null: in the list's own order. */
  sort: string | null
  cluster: Cluster
}

/**
 * A plain form of an owner page: sends its fields and everything that stays, works without scripts. The server checks
 * the fields and leads to the canonical address (lib/listing/address/owner-query.ts).
 */
export function OwnerForm({
  current,
  label,
  children,
}: {
  current: OwnerPageQuery
  label: string
  children: ReactNode
}) {
  const { owner, filters, slice, limit, mode, columns, sort, cluster } = current
  return (
    <form action={ownerHref(owner)} method="get" aria-label={label} noValidate>
      {filters.map(({ offset, bytes }) => (
        <input key={`${offset}:${bytes}`} type="hidden" name="filter" value={`${offset}:${bytes}`} />
      ))}
      {slice && <input type="hidden" name="slice" value={`${slice.offset}:${slice.length}`} />}
      {limit !== DEFAULT_LIMIT && <input type="hidden" name="limit" value={limit} />}
      {mode !== 'pages' && <input type="hidden" name="mode" value={mode} />}
      {columns?.map((name) => (
        <input key={name} type="hidden" name="columns" value={name} />
      ))}
      {sort !== null && <input type="hidden" name="sort" value={sort} />}
      {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
      {children}
    </form>
  )
}
