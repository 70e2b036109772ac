'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

const ServerNow = createContext(0)

/** Gives the clock at rendering to everything that says an age, so that browser and server begin with the same words. */
export function NowProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  return <ServerNow value={serverNow}>{children}</ServerNow>
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
/**
 * Until the first tick the server's words stand: were they all changed while the browser takes over the page, they would
 * be drawn anew in one go, and a phone would answer nobody meanwhile.
 */
let hasTicked = false

/** Tells them ten at a time: the ages of a whole list, drawn anew in one go, take a phone longer than a touch may wait. */
async function tick(): Promise<void> {
  hasTicked = true
  if (document.hidden) return
  let told = 0
  for (const each of listeners) {
    if (told++ % 10 === 9) await new Promise((resolve) => setTimeout(resolve))
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
export function useClock<T extends string | null>(say: (nowMs: number) => T): T {
  const serverNow = useContext(ServerNow)
  return useSyncExternalStore(
    subscribe,
    () => say(hasTicked ? Date.now() : serverNow),
    () => say(serverNow),
  )
}
