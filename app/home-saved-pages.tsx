'use client'

import { SavedPageRow } from '@/components/menu/saved-page-row'
import { isSame, useSavedPages } from '@/components/menu/saved-pages'

/** More would push what the network offers out of sight; the menu has all of them. */
const SHOWN = 6

/** Pages watched and visited on this network, once scripts run: last on the page, so that nothing moves. */
export function HomeSavedPages({ network }: { network: string }) {
  const { watched, recent } = useSavedPages()
  const here = watched.filter((page) => page.network === network)
  const rest = recent.filter((page) => page.network === network && !watched.some((each) => isSame(each, page)))
  const shown = [...here, ...rest].slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="kept" className="pt-6">
      <div className="flex items-baseline justify-between gap-4 pb-2">
        <h3 id="kept" className="text-sm font-semibold">
          Recently viewed
        </h3>
        <button
          type="button"
          className="min-h-6 text-xs text-muted underline hover:text-leaf"
          data-habit="labels"
          aria-haspopup="dialog"
        >
          Labels and watchlist
        </button>
      </div>
      <ul className="panel divide-y divide-line">
        {shown.map((page) => (
          <SavedPageRow key={page.href} page={page} watched={here.includes(page)} network={network} />
        ))}
      </ul>
    </section>
  )
}
