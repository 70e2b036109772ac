import { useSyncExternalStore } from 'react'

/*
 * What a reader has visited and pinned: kept in this browser alone, never sent anywhere (features.md 0.1 15). Where the
 * browser refuses to keep anything (private mode, a full store), it lasts until the page is left.
 */

/** A page of Leafscan as the menu and the home page offer it again. */
export interface Kept {
  kind: 'owner' | 'delegate' | 'account' | 'tx'
  /** The address, hash or signature. */
  text: string
  /** Its page, network and filters included. */
  href: string
  network: string
  /** What narrows it: `filtered`, `one mint`. */
  note?: string
}

export interface Shelf {
  /** Newest first. */
  recent: readonly Kept[]
  /** In the order of pinning, newest first. */
  pinned: readonly Kept[]
  /** False where the browser did not keep the last change. */
  keeping: boolean
}

const KEY = 'leafscan.kept'
const MAX_RECENT = 12
const MAX_PINNED = 50
const KINDS: readonly unknown[] = ['owner', 'delegate', 'account', 'tx']
const EMPTY: Shelf = { recent: [], pinned: [], keeping: true }

let shelf: Shelf | null = null
const listeners = new Set<() => void>()

/** Puts a visited page on top of the recent ones. */
export function visit(kept: Kept): void {
  const { recent, pinned } = read()
  change({ recent: [kept, ...without(recent, kept)].slice(0, MAX_RECENT), pinned })
}

export function pin(kept: Kept): void {
  const { recent, pinned } = read()
  change({ recent, pinned: [kept, ...without(pinned, kept)].slice(0, MAX_PINNED) })
}

export function unpin(kept: Kept): void {
  const { recent, pinned } = read()
  change({ recent, pinned: without(pinned, kept) })
}

/** Forgets what was visited; what is pinned stays. */
export function clearRecent(): void {
  change({ recent: [], pinned: read().pinned })
}

/** What is kept, current in every open tab; empty until scripts run. */
export function useShelf(): Shelf {
  return useSyncExternalStore(subscribe, read, () => EMPTY)
}

/** True for two entries of the same page. */
export function isSame(a: Kept, b: Kept): boolean {
  return a.href === b.href && a.network === b.network
}

function without(all: readonly Kept[], one: Kept): Kept[] {
  return all.filter((each) => !isSame(each, one))
}

function read(): Shelf {
  shelf ??= load() ?? EMPTY
  return shelf
}

/** What the browser keeps; null where it refuses to say. What is not of our shape is left out: anybody can write there. */
function load(): Shelf | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const list = (name: string) => {
      const value = (kept as Record<string, unknown> | null)?.[name]
      return Array.isArray(value) ? value.filter(isKept) : []
    }
    return { recent: list('recent'), pinned: list('pinned'), keeping: true }
  } catch {
    return null
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { kind, text, href, network, note } = value as Record<string, unknown>
  const isPath = typeof href === 'string' && /^\/[a-z]/.test(href)
  const isNote = note === undefined || typeof note === 'string'
  return KINDS.includes(kind) && typeof text === 'string' && typeof network === 'string' && isPath && isNote
}

function change({ recent, pinned }: Omit<Shelf, 'keeping'>): void {
  let keeping = true
  try {
    localStorage.setItem(KEY, JSON.stringify({ recent, pinned }))
  } catch {
    keeping = false
  }
  shelf = { recent, pinned, keeping }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** Another tab has changed it, or everything was removed. */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && key !== KEY) return
  shelf = load() ?? shelf
  for (const listener of listeners) listener()
}
