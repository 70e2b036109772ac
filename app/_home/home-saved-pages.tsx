'use client'

import { SavedPageRow } from '@/components/reader/saved-page-row'
import { isSame, useSavedPages } from '@/components/reader/saved-pages'

/** More would push what the network offers out of sight; the menu has all of them. */
const SHOWN = 6

/**
 * Pages watched and visited on this network, once scripts run. In one line that is there without them too: nothing below
 * moves as they come.
 */
export function HomeSavedPages({ network }: { network: string }) {
  const { watched, recent } = useSavedPages()
  const here = watched.filter((page) => page.network === network)
  const rest = recent.filter((page) => page.network === network && !watched.some((each) => isSame(each, page)))
  const shown = [...here, ...rest].slice(0, SHOWN)
  return (
    <div className="saved-line needs-script">
      {shown.length === 0 ? (
        <p className="text-sm text-muted">Pages that you watch or visit appear here.</p>
      ) : (
        <section aria-label="Recently viewed">
          <ul>
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
