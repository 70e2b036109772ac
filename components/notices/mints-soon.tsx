'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Milliseconds before the first refresh, and at most between two: a call for mints may take 6 s. */
const FIRST_MS = 1_500
const MOST_MS = 60_000

/** On a page that came before the decimals of its mints: refreshes it, less and less often, until it comes with them. */
export function MintsSoon() {
  const router = useRouter()
  useEffect(() => {
    let waitMs = FIRST_MS
    let timer = setTimeout(ask, waitMs)
    function ask() {
      if (!document.hidden && navigator.onLine) router.refresh()
      waitMs = Math.min(2 * waitMs, MOST_MS)
      timer = setTimeout(ask, waitMs)
    }
    return () => clearTimeout(timer)
  }, [router])
  return null
}
