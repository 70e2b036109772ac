'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { formatAge } from '@/lib/format/block-time'

const ServerNow = createContext(0)

/** Provides the time of rendering to everything that shows an age, so that browser and server begin with the same text. */
export function NowProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerNow value={serverNow}>{children}</ServerNow>
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
/**
 * Until the first tick the server's texts stay. Changing them all during hydration would render them in one task, and
 * block input on a phone.
 */
let hasTicked = false

/** Notifies ten listeners per task: rendering the ages of a whole list at once takes a phone longer than a touch may wait. */
async function tick(): Promise<void> {
  hasTicked = true
  if (document.hidden) return
  let notified = 0
  for (const each of listeners) {
    if (notified++ % 10 === 9) await new Promise((resolve) => setTimeout(resolve))
    each()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(() => void tick(), 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(ticking)
      ticking = undefined
    }
  }
}

/** A text made of the clock (Unix milliseconds); the component renders again only when the text changes. */
export function useClock<T extends string | null>(textAt: (nowMs: number) => T): T {
  const serverNow = useContext(ServerNow)
  return useSyncExternalStore(
    subscribe,
    () => textAt(hasTicked ? Date.now() : serverNow),
    () => textAt(serverNow),
  )
}

/** How long ago a moment (ISO 8601) was: `3 s ago`. */
export function Age({ iso }: { iso: string }) {
  const age = useClock((now) => formatAge(Math.floor(Date.parse(iso) / 1000), now) ?? 'just now')
  return (
    <time dateTime={iso} title={iso} className={/^just now$| s ago$/.test(age) ? 'number age' : 'number'}>
      {age}
    </time>
  )
}
