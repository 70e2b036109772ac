'use client'

import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import type { Items, RowsName } from '@/lib/protocol/rpc/items'
import { lazyModule } from '../ui/lazy-module'
import type { ShownRows } from './row-texts'
import { filterPage, noFilter } from './words'

export interface QuickFilter<T> {
  query: string
  setQuery(query: string): void
  keep: ((row: T) => boolean) | undefined
  failed: boolean
}

const useFinder = lazyModule(() => import('./row-texts'))

/**
 * Filters the loaded rows in the browser by their displayed text. The matcher is loaded with the first character. `shown` must
 * be a stable reference.
 */
export function useQuickFilter<R extends RowsName>(rows: R, shown: ShownRows): QuickFilter<Items[R]> {
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const { module, failed } = useFinder(query !== '')
  const keep = useMemo(() => module?.createMatcher(rows, shown, deferredQuery), [module, rows, shown, deferredQuery])
  return { query, setQuery, keep, failed }
}

export function QuickFilterBox<T>({
  quick: { query, setQuery, keep, failed },
  loaded,
  found,
  what,
}: {
  quick: QuickFilter<T>
  loaded: number
  found: number
  what: string
}) {
  const box = useRef<HTMLInputElement>(null)
  // Text typed before hydration has fired no event.
  useEffect(() => {
    if (box.current?.value) setQuery(box.current.value)
  }, [setQuery])
  if (loaded === 0) return null

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || query === '') return
    event.preventDefault()
    setQuery('')
  }

  return (
    <search className="needs-script">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <label htmlFor="quick-filter" className="sr-only">
          {filterPage}
        </label>
        <input
          ref={box}
          id="quick-filter"
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={filterPage}
          title={what}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="field min-h-8! w-52! max-w-full text-sm!"
        />
        <span role="status" className="number">
          {keep ? `${groupDigits(found)} of ${formatCount(loaded, 'loaded row')}` : failed && query !== '' && noFilter}
        </span>
      </div>
    </search>
  )
}
