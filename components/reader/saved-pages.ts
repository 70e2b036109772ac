import { useSyncExternalStore } from 'react'

/*
 * Recent and watched pages, and labels: stored in this browser only, never sent (features.md 0.1 15, a52, a53). Without storage
 * they last until the page is left.
 */

export interface SavedPage {
  /** The page's folder: `owner`, `tx`. */
  kind: string
  text: string
  href: string
  network: string
  /** Filters of the page: `filtered`, `one mint`. */
  note?: string
}

export type Labels = Readonly<Record<string, string>>

export interface SavedPages {
  recent: readonly SavedPage[]
  watched: readonly SavedPage[]
  labels: Labels
  /** False: the browser did not store the last change. */
  persisted: boolean
}

const KEY = 'leafscan.kept'
const MAX_RECENT = 12
export const MAX_WATCHED = 200
export const MAX_LABELS = 1_000
const MAX_LABEL = 40
/** Longest URL that the server accepts. */
const MAX_HREF = 8_192
const NETWORK = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${MAX_LABEL - 1}}$`)
const EMPTY: SavedPages = { recent: [], watched: [], labels: {}, persisted: true }

let saved: SavedPages | null = null
const listeners = new Set<() => void>()

export function addVisit(page: SavedPage): void {
  change({ recent: [page, ...without(savedPages().recent, page)].slice(0, MAX_RECENT) })
}

export function setWatched(page: SavedPage, isWatched: boolean): void {
  const others = without(savedPages().watched, page)
  change({ watched: isWatched ? [page, ...others].slice(0, MAX_WATCHED) : others })
}

export function isWatched(page: SavedPage): boolean {
  return savedPages().watched.some((each) => isSame(each, page))
}

/** An empty label removes it. False where the text cannot have a label. */
export function setLabel(text: string, label: string): boolean {
  const { [text]: _, ...others } = savedPages().labels
  const named = cleanLabel(label)
  if (named !== '' && (!isNameable(text) || Object.keys(others).length >= MAX_LABELS)) return false
  change({ labels: named === '' ? others : { ...others, [text]: named } })
  return true
}

export function importSaved(kept: Pick<SavedPages, 'watched' | 'labels'>): void {
  change(kept)
}

export function clearRecent(): void {
  change({ recent: [] })
}

/** One line without controls and direction marks, at most 40 characters. */
export function cleanLabel(label: string): string {
  const line = label.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, MAX_LABEL).join('').trim()
}

export function isNameable(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(text)
}

export function useSavedPages(): SavedPages {
  return useSyncExternalStore(onSavedPages, savedPages, () => EMPTY)
}

export function isSame(a: SavedPage, b: SavedPage): boolean {
  return a.href === b.href && a.network === b.network
}

export function savedPages(): SavedPages {
  saved ??= load() ?? EMPTY
  return saved
}

function without(all: readonly SavedPage[], one: SavedPage): SavedPage[] {
  return all.filter((each) => !isSame(each, one))
}

/** Null where storage is blocked. Untrusted: malformed entries are dropped. */
function load(): SavedPages | null {
  try {
    const { recent, watched, labels } = Object(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
    return {
      recent: readSavedPages(recent).slice(0, MAX_RECENT),
      watched: readSavedPages(watched).slice(0, MAX_WATCHED),
      labels: readLabels(labels),
      persisted: true,
    }
  } catch {
    return null
  }
}

export function readLabels(value: unknown): Labels {
  const named = Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([text, label]) => {
    const clean = typeof label === 'string' ? cleanLabel(label) : ''
    return isNameable(text) && clean !== '' ? [[text, clean] as const] : []
  })
  return Object.fromEntries(named.slice(0, MAX_LABELS))
}

export function readSavedPages(value: unknown): SavedPage[] {
  return (Array.isArray(value) ? value.map(readSavedPage) : []).filter((page) => page !== null)
}

/** Validates untrusted input. The link must lead to the page of its text; other fields are sanitized like labels. */
export function readSavedPage(value: unknown): SavedPage | null {
  const { kind, text, href, network, note = '' } = Object(value) as Record<string, unknown>
  if (typeof kind !== 'string' || !/^[a-z]{1,20}$/.test(kind) || typeof text !== 'string' || !isSubject(kind, text))
    return null
  if (typeof network !== 'string' || !NETWORK.test(network)) return null
  if (typeof href !== 'string' || href.length > MAX_HREF || typeof note !== 'string') return null
  const query = queryOf(href, `/${kind}/${text}`)
  if (query === null || query.getAll('cluster').some((name) => name !== network)) return null
  const shownNote = cleanLabel(note)
  return { kind, text, href, network, ...(shownNote !== '' && { note: shownNote }) }
}

function isSubject(kind: string, text: string): boolean {
  return isNameable(text) && (kind === 'tx' ? text.length >= 64 : text.length <= 44)
}

/** Null for another path or for characters that our URLs never contain. */
function queryOf(href: string, path: string): URLSearchParams | null {
  if (href === path) return new URLSearchParams()
  if (!href.startsWith(`${path}?`)) return null
  const query = href.slice(path.length + 1)
  return /^[\w.~:!$&'()*+,;=@%/?-]*$/.test(query) ? new URLSearchParams(query) : null
}

function change(changed: Partial<Omit<SavedPages, 'persisted'>>): void {
  const { recent, watched, labels } = { ...savedPages(), ...changed }
  let persisted = true
  try {
    localStorage.setItem(KEY, JSON.stringify({ recent, watched, labels }))
  } catch {
    persisted = false
  }
  saved = { recent, watched, labels, persisted }
  for (const listener of listeners) listener()
}

/** Fires for changes in other tabs too. @returns unsubscribes */
export function onSavedPages(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

function onStorage({ key }: StorageEvent): void {
  if (key !== null && key !== KEY) return
  saved = load() ?? saved
  for (const listener of listeners) listener()
}
