import type { SharedRequest } from '../../lib/api/shared-request'

/** Opens the share menu, which is loaded then (copy-listener.tsx). Plain markup: it costs a page nothing. */
export function ShareButton({ request }: { request: SharedRequest }) {
  return (
    <button
      type="button"
      className="button button-quiet needs-script max-sm:px-2!"
      data-share={JSON.stringify(request)}
      aria-haspopup="dialog"
    >
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M8 10V2M5 4.75 8 1.75l3 3M4.5 7H3v7h10V7h-1.5" />
      </svg>
      <span className="max-sm:sr-only">Share</span>
    </button>
  )
}
