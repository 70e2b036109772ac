'use client'

import { useSyncExternalStore } from 'react'
import { DEFAULT_LIMIT, LIMITS } from '@/lib/page/address'
import { whenIdle } from './when-idle'

const KEY = 'leafscan.limit'

const listeners = new Set<() => void>()
/** Read when idle: the first storage access takes a phone about 30 ms. */
let remembered: number | null = null

export function rememberLimit(limit: number): void {
  if (!LIMITS.includes(limit)) return
  try {
    localStorage.setItem(KEY, String(limit))
  } catch {
    // Storage is full or blocked: nothing is remembered.
  }
  refresh()
}

/**
 * Null on the server, before any choice, and for the default size. Applied to links, never to the current page. design.md 4.3.
 */
export function useRememberedLimit(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => remembered,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', refresh)
  if (listeners.size === 0) whenIdle(refresh)
  listeners.add(listener)
  return () => void listeners.delete(listener)
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
