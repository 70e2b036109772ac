import { visible } from '@/lib/format/visible'
import type { OpenRow } from './accounts-table'

/**
 * Opens and closes a row. A link to the page with that row open, so that it works without scripts and can be shared.
 */
export function RowOpener({ hash, what, open }: { hash: string; what: string; open: OpenRow }) {
  const isOpen = open.hash === hash
  const target = isOpen ? null : hash
  return (
    <a
      href={open.hrefFor(target)}
      onClick={(event) => open.onToggle(event, target)}
      aria-expanded={isOpen}
      id={hash}
      className="inline-grid size-6 place-items-center rounded text-muted no-underline hover:bg-leaf-soft hover:text-leaf"
    >
      <svg viewBox="0 0 12 12" className={`size-3 ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true">
        <path d="M4 2l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
      <span className="sr-only">
        {/* One text: of several, readers that name the link run the words together. */}
        {`${isOpen ? 'Close' : 'Open'} ${what} `}
        <bdi dir="ltr">{visible(hash)}</bdi>
      </span>
    </a>
  )
}
