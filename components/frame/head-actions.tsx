import type { SavedPage } from '../reader/saved-pages'

/**
 * Beside the subject of a page: the buttons to watch and to label it, on a phone their signs alone. Plain markup:
 * components/reader/ handles them.
 */
export function HeadActions({ page }: { page: SavedPage }) {
  return (
    <div className="flex items-center gap-1.5 sm:gap-2" data-page={JSON.stringify(page)}>
      {page.kind !== 'tx' && (
        <button
          type="button"
          className="button button-quiet needs-script max-sm:px-2!"
          data-habit="watch"
          aria-pressed="false"
        >
          <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
            <path
              d="M8 1.9l1.9 3.9 4.3.6-3.1 3 .7 4.2L8 11.6l-3.8 2 .7-4.2-3.1-3 4.3-.6z"
              stroke="currentColor"
              strokeWidth="1.25"
              strokeLinejoin="round"
            />
          </svg>
          <span className="max-sm:sr-only">Watch</span>
        </button>
      )}
      <button
        type="button"
        className="button button-quiet needs-script max-sm:px-2!"
        data-habit="label"
        aria-haspopup="dialog"
      >
        <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
          <path
            d="M2 2h5.5L14 8.5 8.5 14 2 7.5zM5 5v.01"
            stroke="currentColor"
            strokeWidth="1.25"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </svg>
        <span className="max-sm:sr-only">Label</span>
      </button>
    </div>
  )
}
