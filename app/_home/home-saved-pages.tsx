'use client'

import { SavedPageRow } from '@/components/reader/saved-page-row'
import { isWatched, useSavedPages } from '@/components/reader/saved-pages'

/** More would push the network's examples out of view; the menu has all of them. */
const SHOWN = 6

/** Has the same height with and without pages, so that nothing below moves. */
export function HomeSavedPages({ network }: { network: string }) {
  const { watched, recent } = useSavedPages()
  const here = watched.filter((page) => page.network === network)
  const rest = recent.filter((page) => page.network === network && !isWatched(page))
  const shown = [...here, ...rest].slice(0, SHOWN)
  return (
    <div className="needs-script mt-2 flex h-11 items-center justify-between gap-2">
      {shown.length === 0 ? (
        <p className="text-sm text-muted">Pages that you watch or visit appear here.</p>
      ) : (
        <section aria-label="Recently viewed" className="min-w-0">
          <ul className="flex gap-2 overflow-x-auto py-0.5 [scrollbar-width:none] *:h-10 *:flex-none *:rounded-md *:border *:border-line *:bg-surface">
            {shown.map((page) => (
              <SavedPageRow key={page.href} page={page} watched={here.includes(page)} network={network} />
            ))}
          </ul>
        </section>
      )}
      <button
        type="button"
        className="button button-quiet min-h-8! shrink-0"
        data-habit="labels"
        aria-haspopup="dialog"
      >
        <span>
          Labels<span className="max-sm:sr-only"> and watchlist</span>
        </span>
      </button>
    </div>
  )
}
