'use client'

import { useSyncExternalStore } from 'react'
import { DEFAULT_LIMIT, LIMITS } from '@/lib/page/address'
import { whenIdle } from './when-idle'

/** Where the browser keeps the page size that its reader chose last. */
const KEY = 'leafscan.limit'

const listeners = new Set<() => void>()
/** Read when the browser is idle: the first access to its storage takes a phone some 30 ms. */
let remembered: number | null = null

/** Keeps a page size that the reader chose from those that every menu has. */
export function rememberLimit(limit: number): void {
  if (!LIMITS.includes(limit)) return
  try {
    localStorage.setItem(KEY, String(limit))
  } catch {
    // Storage is full or forbidden: then nothing is remembered.
  }
  refresh()
}

/**
 * The page size that the reader chose last; null on the server, before any choice, and for the size that links leave out.
 * It is written into links and never applied to the page at hand. design.md 4.3.
 */
export function useRememberedLimit(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => remembered,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Chosen in another tab.
    window.addEventListener('storage', refresh)
    whenIdle(refresh)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', refresh)
  }
}

function refresh(): void {
  remembered = read()
  for (const listener of listeners) listener()
}

function read(): number | null {
  try {
    const text = localStorage.getItem(KEY)
    return LIMITS.find((limit) => String(limit) === text && limit !== DEFAULT_LIMIT) ?? null
  } catch {
    return null
  }
}
