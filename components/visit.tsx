'use client'

import { useEffect } from 'react'
import { type Kept, visit } from './kept'

/** Notes in this browser that the page was visited. Draws nothing. */
export function Visit({ kind, text, href, network, note }: Kept) {
  useEffect(() => {
    visit({ kind, text, href, network, ...(note !== undefined && { note }) })
  }, [kind, text, href, network, note])
  return null
}
