'use client'

import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { VERBATIM } from '@/components/ui/verbatim'
import { groupDigits, nounFor } from '@/lib/format/numbers'
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
    <search className="needs-script relative min-w-28 flex-1 max-sm:order-1 sm:ms-auto sm:max-w-52 sm:min-w-32">
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
        {...VERBATIM}
        className={`field min-h-8! text-sm! ${keep ? 'pe-11! sm:pe-24!' : ''}`}
      />
      {/* In the box, so that typing moves nothing. */}
      <span
        role="status"
        className={keep ? 'number pointer-events-none absolute inset-y-0 end-3 flex items-center gap-1 text-xs' : ''}
      >
        {keep ? (
          <>
            <span>{groupDigits(found)}</span> <span className="max-sm:sr-only">{`of ${groupDigits(loaded)}`}</span>{' '}
            <span className="sr-only">{nounFor(loaded, 'loaded row')}</span>
          </>
        ) : (
          failed && query !== '' && noFilter
        )}
      </span>
    </search>
  )
}
