'use client'

import { useSyncExternalStore } from 'react'
import { DEFAULT_LIMIT, LIMITS } from '@/lib/urls/links'

/** Where the browser keeps the page size that its reader chose last. */
const KEY = 'leafscan.limit'

const listeners = new Set<() => void>()

/** Keeps a page size that the reader chose. */
export function rememberLimit(limit: number): void {
  try {
    localStorage.setItem(KEY, String(limit))
  } catch {
    // Storage is full or forbidden: then nothing is remembered.
  }
  for (const listener of listeners) listener()
}

/**
 * The page size that the reader chose last; null on the server, before any choice, and for the size that links leave out.
 * It is written into links and never applied to the page at hand. design.md 4.3.
 */
export function useRememberedLimit(): number | null {
  return useSyncExternalStore(subscribe, read, () => null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Chosen in another tab.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function read(): number | null {
  try {
    const text = localStorage.getItem(KEY)
    return LIMITS.find((limit) => String(limit) === text && limit !== DEFAULT_LIMIT) ?? null
  } catch {
    return null
  }
}
