'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { formatAge } from '@/lib/format/block-time'

const ServerNow = createContext(0)

/** The browser's choice (components/reader/display.ts): what is drawn of times. */
const Display = createContext('')

/** The server's render time, so that hydration starts with the same text. */
export function NowProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  // Before the first tick, hydration starts with the server's ages.
  const display = useClock(() => (hasTicked && document.documentElement.dataset.display) || '')
  return (
    <ServerNow value={serverNow}>
      <Display value={display}>{children}</Display>
    </ServerNow>
  )
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
/** Server-rendered ages stay until the first tick: changing them during hydration would block input on a phone. */
let hasTicked = false

/** Ten listeners per task: rendering all ages of a list at once delays touch input on a phone. */
export async function tick(): Promise<void> {
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

interface WhenProps {
  seconds: number
  age: string | null
  /** Behind the title. */
  note?: string
  className?: string | undefined
  /** Elements that draw the age. */
  children: ReactNode
}

/** An age with its date in the title, or the other way round. Until scripts run, identifiers.css draws the dates. */
export function When({ seconds, age, note = '', className = 'number', children }: WhenProps) {
  const isDate = useContext(Display).includes('absolute')
  const iso = new Date(seconds * 1_000).toISOString()
  return (
    <time
      dateTime={iso}
      title={((isDate && age) || iso) + note}
      className={isDate ? `when moment ${className}` : `when ${className}`}
    >
      {isDate ? iso.replace('T', ' ').replace('.000Z', ' UTC') : children}
    </time>
  )
}
