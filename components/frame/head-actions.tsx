import type { Explorer } from '@/lib/urls/explorers'
import type { SavedPage } from '../menu/saved-pages'
import { KnownName } from '../values/known-name'

/**
 * Below the head of a page: the known name of its subject, the buttons to watch and to label it, and links to other
 * explorers. Plain markup: components/habits/ handles the buttons.
 */
export function HeadActions({ page, explorers }: { page: SavedPage; explorers: readonly Explorer[] }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 text-sm" data-page={JSON.stringify(page)}>
      <KnownName address={page.text} />
      {page.kind !== 'tx' && (
        <button type="button" className="button needs-script" data-habit="watch" aria-pressed="false">
          <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
            <path
              d="M8 1.9l1.9 3.9 4.3.6-3.1 3 .7 4.2L8 11.6l-3.8 2 .7-4.2-3.1-3 4.3-.6z"
              stroke="currentColor"
              strokeWidth="1.25"
              strokeLinejoin="round"
            />
          </svg>
          Watch
        </button>
      )}
      <button type="button" className="button needs-script" data-habit="label" aria-haspopup="dialog">
        Label
      </button>
      {explorers.length > 0 && (
        <span className="flex flex-wrap items-center gap-x-3 text-muted">
          Also in
          {explorers.map(({ name, href }) => (
            <a key={href} href={href} rel="noopener noreferrer" className="leading-6">
              {name}
            </a>
          ))}
        </span>
      )}
    </div>
  )
}
