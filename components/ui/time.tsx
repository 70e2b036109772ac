'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { formatAge } from '@/lib/format/block-time'

const ServerNow = createContext(0)

/** The server's render time, so that hydration starts with the same text. */
export function NowProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerNow value={serverNow}>{children}</ServerNow>
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
/** Server-rendered ages stay until the first tick: changing them during hydration would block input on a phone. */
let hasTicked = false

/** Ten listeners per task: rendering all ages of a list at once delays touch input on a phone. */
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

/** @param textAt receives Unix milliseconds; the component renders only when the text changes */
export function useClock<T extends string | null>(textAt: (nowMs: number) => T): T {
  const serverNow = useContext(ServerNow)
  return useSyncExternalStore(
    subscribe,
    () => textAt(hasTicked ? Date.now() : serverNow),
    () => textAt(serverNow),
  )
}

/** `3 s ago`. @param iso ISO 8601 */
export function Age({ iso }: { iso: string }) {
  const age = useClock((now) => formatAge(Math.floor(Date.parse(iso) / 1000), now) ?? 'just now')
  return (
    <time dateTime={iso} title={iso} className={/^just now$| s ago$/.test(age) ? 'number age' : 'number'}>
      {age}
    </time>
  )
}
