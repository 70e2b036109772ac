'use client'

import { useEffect, useState } from 'react'

const SHOW_AFTER_MS = 1_000

/** Milliseconds between checks of the address, which changes when the page arrives. */
const CHECK_EVERY_MS = 200

/** A page takes at most 8 s for its requests, plus transfer. */
const GIVEN_UP_MS = 15_000

/** A notice for slow navigation: pages carry their rows in their HTML, so nothing else is visible until then. design.md 2 (6). */
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
    // Capture phase: runs before other listeners change the URL or the link.
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

function isNavigation(event: Event): boolean {
  const { target } = event
  if (event.type === 'submit') return true
  if (!(event instanceof MouseEvent) || !(target instanceof Element)) return false
  const link = target.closest('a')
  if (!link || link.target === '_blank' || link.origin !== location.origin || link.download) return false
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  return link.pathname !== location.pathname || link.search !== location.search
}
