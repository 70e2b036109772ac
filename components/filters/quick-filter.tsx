'use client'

import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { counted } from '@/lib/format/counted'
import { groupDigits } from '@/lib/format/integers'
import { matches, wordsOf } from './row-match'

/** A text by which loaded rows are narrowed, without a request. */
export interface QuickFilter<T> {
  query: string
  setQuery(query: string): void
  /** Which loaded rows are drawn; undefined: all of them. */
  keep: ((row: T) => boolean) | undefined
}

/** Narrows the rows that are loaded, in the browser alone. `textsOf` gives what of a row is searched. */
export function useQuickFilter<T extends object>(textsOf: (row: T) => readonly unknown[]): QuickFilter<T> {
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const keep = useMemo(() => {
    const words = wordsOf(deferredQuery)
    return words.length === 0 ? undefined : (row: T) => matches(textsOf(row), words)
  }, [deferredQuery, textsOf])
  return { query, setQuery, keep }
}

/** The box for it, which says plainly that nothing is asked: rows that are not loaded are not searched. */
export function QuickFilterBox<T>({
  quick: { query, setQuery, keep },
  loaded,
  what,
}: {
  quick: QuickFilter<T>
  loaded: readonly T[]
  /** What is searched, for the placeholder. */
  what: string
}) {
  if (loaded.length === 0) return null
  const count = keep ? loaded.filter(keep).length : loaded.length

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || query === '') return
    event.preventDefault()
    setQuery('')
  }

  return (
    <search className="needs-script">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <label htmlFor="quick-filter" className="sr-only">
          Find on loaded rows only
        </label>
        <input
          id="quick-filter"
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder="Find in loaded rows"
          title={what}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="field min-h-8! w-52! max-w-full text-sm!"
        />
        <span role="status" className="number">
          {keep && `${groupDigits(count)} of ${counted(loaded.length, 'loaded row')}`}
        </span>
      </div>
    </search>
  )
}
