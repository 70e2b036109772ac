import { useSyncExternalStore } from 'react'

/*
 * What a reader has visited, watches and has named: kept in this browser alone, never sent anywhere (features.md 0.1 15,
 * a52, a53). Where the browser refuses to keep anything (private mode, a full store), it lasts until the page is left.
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

export type Labels = Readonly<Record<string, string>>

export interface Shelf {
  /** Newest first. */
  recent: readonly Kept[]
  /** In the order of watching, newest first. */
  watched: readonly Kept[]
  /** The reader's own names, by address, hash or signature. */
  labels: Labels
  /** False where the browser did not keep the last change. */
  keeping: boolean
}

const KEY = 'leafscan.kept'
const MAX_RECENT = 12
export const MAX_WATCHED = 200
export const MAX_LABELS = 1_000
const MAX_LABEL = 40
const KINDS: readonly unknown[] = ['owner', 'delegate', 'account', 'tx']
const EMPTY: Shelf = { recent: [], watched: [], labels: {}, keeping: true }

let shelf: Shelf | null = null
const listeners = new Set<() => void>()

/** Puts a visited page on top of the recent ones. */
export function visit(kept: Kept): void {
  const { recent } = read()
  change({ recent: [kept, ...without(recent, kept)].slice(0, MAX_RECENT) })
}

export function watch(kept: Kept): void {
  const { watched } = read()
  change({ watched: [kept, ...without(watched, kept)].slice(0, MAX_WATCHED) })
}

export function unwatch(kept: Kept): void {
  change({ watched: without(read().watched, kept) })
}

/** Names an address, hash or signature; an empty name takes the label away. False where nothing could be named so. */
export function name(text: string, label: string): boolean {
  const { [text]: _, ...others } = read().labels
  const named = cleanLabel(label)
  if (named === '') change({ labels: others })
  else if (!isNameable(text) || Object.keys(others).length >= MAX_LABELS) return false
  else change({ labels: { ...others, [text]: named } })
  return true
}

/** Takes the watched pages and labels of a file in the place of those there are. */
export function restock(shelf: Pick<Shelf, 'watched' | 'labels'>): void {
  change({ watched: shelf.watched.slice(0, MAX_WATCHED), labels: shelf.labels })
}

/** Forgets what was visited; what is watched stays. */
export function clearRecent(): void {
  change({ recent: [] })
}

/** A label as it is kept: one line without controls and signs that turn text around, at most 40 characters. */
export function cleanLabel(label: string): string {
  const line = label.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, MAX_LABEL).join('').trim()
}

/** True for what can bear a label: base58 of a length that addresses, hashes and signatures have. */
export function isNameable(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(text)
}

/** What is kept, current in every open tab; empty until scripts run. */
export function useShelf(): Shelf {
  return useSyncExternalStore(subscribe, read, () => EMPTY)
}

/** True for two entries of the same page. */
export function isSame(a: Kept, b: Kept): boolean {
  return a.href === b.href && a.network === b.network
}

/** What is kept, for what is no component. */
export function shelfNow(): Shelf {
  return read()
}

/** Calls back after each change, here and in other tabs. @returns what ends that. */
export function onShelf(listener: () => void): () => void {
  return subscribe(listener)
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
    const of = (name: string) => (kept as Record<string, unknown> | null)?.[name]
    const list = (value: unknown) => (Array.isArray(value) ? value.filter(isKept) : [])
    return {
      recent: list(of('recent')),
      watched: list(of('watched')),
      labels: readLabels(of('labels')),
      keeping: true,
    }
  } catch {
    return null
  }
}

/** Labels out of foreign text: those that are of our shape, at most as many as are kept. */
export function readLabels(value: unknown): Labels {
  if (typeof value !== 'object' || value === null) return {}
  const labels: Record<string, string> = {}
  for (const [text, label] of Object.entries(value).slice(0, MAX_LABELS)) {
    if (isNameable(text) && typeof label === 'string' && cleanLabel(label) !== '') labels[text] = cleanLabel(label)
  }
  return labels
}

export function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { kind, text, href, network, note } = value as Record<string, unknown>
  const isPath = typeof href === 'string' && /^\/[a-z]/.test(href)
  const isNote = note === undefined || typeof note === 'string'
  return KINDS.includes(kind) && typeof text === 'string' && typeof network === 'string' && isPath && isNote
}

function change(changed: Partial<Omit<Shelf, 'keeping'>>): void {
  const { recent, watched, labels } = { ...read(), ...changed }
  let keeping = true
  try {
    localStorage.setItem(KEY, JSON.stringify({ recent, watched, labels }))
  } catch {
    keeping = false
  }
  shelf = { recent, watched, labels, keeping }
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
