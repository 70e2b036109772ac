import { isSeen } from '../ui/is-seen'

/** First and longest delay, milliseconds: a call for mints may take 6 s. */
const FIRST_MS = 1_500
const MOST_MS = 60_000

/** Refreshes a page rendered before its mints' decimals arrived (`data-late-mints`), with growing delays. */
export function refreshLateMints(refresh: () => void): () => void {
  let page: Element | null = null
  let waitMs = FIRST_MS
  let timer = setTimeout(look, waitMs)
  function look() {
    const late = document.querySelector('[data-late-mints]')
    if (late && isSeen()) refresh()
    waitMs = late && late === page ? Math.min(2 * waitMs, MOST_MS) : FIRST_MS
    page = late
    timer = setTimeout(look, waitMs)
  }
  return () => clearTimeout(timer)
}
