'use client'

import { useEffect, useState } from 'react'

/** A page that takes longer is waiting for the indexer: then the notice shows. */
const SHOW_AFTER_MS = 1_000

/** How often to check whether the other page has come; the address changes when it has. */
const CHECK_EVERY_MS = 200

/** No page takes longer: 8 s for what it asks, and some for the way. */
const GIVEN_UP_MS = 15_000

/**
 * Says that another page is on its way when it does not come at once. Pages carry their rows in their HTML, so there is
 * nothing else to be seen until they are there. design.md 2 (6).
 */
export function StillWaiting() {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    function end() {
      clearInterval(timer)
      setWaiting(false)
    }
    function watch(event: Event) {
      if (!isNavigation(event)) return
      end()
      const before = location.href
      const since = Date.now()
      timer = setInterval(() => {
        const passed = Date.now() - since
        if (location.href !== before || passed > GIVEN_UP_MS) end()
        else if (passed > SHOW_AFTER_MS) setWaiting(true)
      }, CHECK_EVERY_MS)
    }
    // Before anything else hears of the click and changes the address or the link.
    document.addEventListener('click', watch, true)
    document.addEventListener('submit', watch)
    globalThis.addEventListener('pageshow', end)
    return () => {
      end()
      document.removeEventListener('click', watch, true)
      document.removeEventListener('submit', watch)
      globalThis.removeEventListener('pageshow', end)
    }
  }, [])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-12 z-30 flex justify-center">
      {waiting && <span className="panel px-4 py-2 text-sm shadow-lg">Still waiting for the indexer…</span>}
    </div>
  )
}

/** True where the browser goes to another page of this site in this tab. */
function isNavigation(event: Event): boolean {
  const { target } = event
  if (event.type === 'submit') return true
  if (!(event instanceof MouseEvent) || !(target instanceof Element)) return false
  const link = target.closest('a')
  if (!link || link.target === '_blank' || link.origin !== location.origin || link.download) return false
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  return link.pathname !== location.pathname || link.search !== location.search
}
