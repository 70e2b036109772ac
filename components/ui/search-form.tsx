import { VERBATIM } from '@/components/ui/verbatim'
import type { Cluster } from '@/lib/page/address'
import { Icon } from './icon'

export function SearchForm({
  cluster,
  query = '',
  id = 'search',
  primary = false,
}: {
  cluster: Cluster
  query?: string
  id?: string
  primary?: boolean
}) {
  return (
    <search>
      <form action="/search" method="get" className="flex gap-2">
        <input
          id={id}
          aria-label="Search"
          name="q"
          type="search"
          defaultValue={query}
          required
          maxLength={4_000}
          {...VERBATIM}
          placeholder="Address, hash or signature"
          className="field"
        />
        {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
        <button type="submit" className={primary ? 'button button-primary min-h-9!' : 'button min-h-9! max-sm:px-2.5!'}>
          <Icon d="M10.6 10.6 14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z" />
          <span className={primary ? undefined : 'max-sm:sr-only'}>Search</span>
        </button>
      </form>
    </search>
  )
}
