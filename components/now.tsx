'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

const ServerNow = createContext(0)

/** Gives the clock at rendering to everything that says an age, so that browser and server begin with the same words. */
export function NowProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerNow value={serverNow}>{children}</ServerNow>
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    if (!document.hidden) for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(ticking)
      ticking = undefined
    }
  }
}

/** A text made of the clock (Unix milliseconds); the component renders again only when the text changes. */
export function useClock<T extends string | null>(say: (nowMs: number) => T): T {
  const serverNow = useContext(ServerNow)
  return useSyncExternalStore(
    subscribe,
    () => say(Date.now()),
    () => say(serverNow),
  )
}
