import type { MouseEvent } from 'react'
import { visible } from '@/lib/format/visible'

/** How rows open: which one stands open, where its link leads, what a click does once scripts run. */
export interface OpenRow {
  hash: string | null
  hrefFor(hash: string | null): string
  onToggle(event: MouseEvent, hash: string | null): void
}

/**
 * Opens and closes a row. A link to the page with that row open, so that it works without scripts and can be shared.
 */
export function RowOpener({ hash, what, open }: { hash: string; what: string; open: OpenRow }) {
  const isOpen = open.hash === hash
  const target = isOpen ? null : hash
  return (
    // biome-ignore lint/a11y/useAnchorContent: named by its label, which is not copied with the row's text
    <a
      href={open.hrefFor(target)}
      onClick={(event) => open.onToggle(event, target)}
      aria-expanded={isOpen}
      id={hash}
      aria-label={`${isOpen ? 'Close' : 'Open'} ${what} ${visible(hash)}`}
      className="row-opener"
    />
  )
}
