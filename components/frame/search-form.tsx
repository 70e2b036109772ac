import type { Cluster } from '@/lib/urls/links'

/** The search box: a plain form, so it works without scripts. Pasted text is understood by /search. */
export function SearchForm({
  cluster,
  query = '',
  id = 'search',
}: {
  cluster: Cluster
  query?: string
  /** Of the field, where a page has two. */
  id?: string
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
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          placeholder="Owner, delegate, account hash or signature"
          className="field"
        />
        {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
        <button type="submit" className="button min-h-9!">
          Search
        </button>
      </form>
    </search>
  )
}
