import { useSyncExternalStore } from 'react'
import { LIST_PATHS } from '@/lib/listing/address/list-address'

/*
 * Pages that a reader visited or watches, and the reader's labels: stored in this browser alone, never sent anywhere
 * (features.md 0.1 15, a52, a53). Where the browser stores nothing (private mode, a full store), they last until the page
 * is left.
 */

type SubjectOf<Path> = Path extends `/${infer Kind}/` ? Kind : never

/** What a saved page is about, by the first part of its path: the subject of any list, an account or a transaction. */
export type SavedKind = SubjectOf<(typeof LIST_PATHS)[number]> | 'account' | 'tx'

/** A page of Leafscan that the menu and the home page link to. */
export interface SavedPage {
  kind: SavedKind
  /** The address, hash or signature. */
  text: string
  /** Its page, network and filters included. */
  href: string
  network: string
  /** What narrows it: `filtered`, `one mint`. */
  note?: string
}

/** The reader's own names, by address, hash or signature. */
export type Labels = Readonly<Record<string, string>>

/** What this browser has saved. */
export interface SavedPages {
  /** Newest first. */
  recent: readonly SavedPage[]
  /** In the order of watching, newest first. */
  watched: readonly SavedPage[]
  /** The reader's own names, by address, hash or signature. */
  labels: Labels
  /** False where the browser did not store the last change. */
  persisted: boolean
}

const KEY = 'leafscan.kept'
const MAX_RECENT = 12
/** Watched pages at the most; older ones go. */
export const MAX_WATCHED = 200
/** Labels at the most; no more can be given. */
export const MAX_LABELS = 1_000
const MAX_LABEL = 40
/** Characters of an address: no longer one is read by the server. */
const MAX_HREF = 8_192
/** What a network can be called, as long as a label. */
const NETWORK = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${MAX_LABEL - 1}}$`)
const LIST_KINDS = LIST_PATHS.flatMap((path) => (path.endsWith('/') ? path.slice(1, -1) : []))
const KINDS: readonly unknown[] = [...LIST_KINDS, 'account', 'tx']
const EMPTY: SavedPages = { recent: [], watched: [], labels: {}, persisted: true }

let saved: SavedPages | null = null
const listeners = new Set<() => void>()

/** Puts a visited page on top of the recent ones. */
export function visit(page: SavedPage): void {
  const { recent } = read()
  change({ recent: [page, ...without(recent, page)].slice(0, MAX_RECENT) })
}

/** Puts a page on top of the watched ones. */
export function watch(page: SavedPage): void {
  const { watched } = read()
  change({ watched: [page, ...without(watched, page)].slice(0, MAX_WATCHED) })
}

/** Takes a page off the watched ones. */
export function unwatch(page: SavedPage): void {
  change({ watched: without(read().watched, page) })
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

/** Replaces the watched pages and labels. */
export function importSaved(saved: Pick<SavedPages, 'watched' | 'labels'>): void {
  change({ watched: saved.watched.slice(0, MAX_WATCHED), labels: saved.labels })
}

/** Forgets what was visited; what is watched stays. */
export function clearRecent(): void {
  change({ recent: [] })
}

/** A label as it is stored: one line without controls and direction marks, at most 40 characters. */
export function cleanLabel(label: string): string {
  const line = label.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, MAX_LABEL).join('').trim()
}

/** True for what can bear a label: base58 of a length that addresses, hashes and signatures have. */
export function isNameable(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(text)
}

/** The saved pages and labels, current in every open tab; empty until scripts run. */
export function useSavedPages(): SavedPages {
  return useSyncExternalStore(subscribe, read, () => EMPTY)
}

/** True for two entries of the same page. */
export function isSame(a: SavedPage, b: SavedPage): boolean {
  return a.href === b.href && a.network === b.network
}

/** The same outside of components. */
export function savedPages(): SavedPages {
  return read()
}

/** Calls back after each change, here and in other tabs. @returns a function that ends that */
export function onSavedPages(listener: () => void): () => void {
  return subscribe(listener)
}

function without(all: readonly SavedPage[], one: SavedPage): SavedPage[] {
  return all.filter((each) => !isSame(each, one))
}

function read(): SavedPages {
  saved ??= load() ?? EMPTY
  return saved
}

/** What the browser stores; null where it refuses. Entries of another shape are left out: anybody can write there. */
function load(): SavedPages | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const of = (name: string) => (stored as Record<string, unknown> | null)?.[name]
    const list = (value: unknown, most: number) =>
      (Array.isArray(value) ? value.map(readSavedPage) : []).filter((page) => typeof page !== 'string').slice(0, most)
    return {
      recent: list(of('recent'), MAX_RECENT),
      watched: list(of('watched'), MAX_WATCHED),
      labels: readLabels(of('labels')),
      persisted: true,
    }
  } catch {
    return null
  }
}

/** The valid labels of foreign text, at most MAX_LABELS. */
export function readLabels(value: unknown): Labels {
  if (typeof value !== 'object' || value === null) return {}
  const labels: Record<string, string> = {}
  for (const [text, label] of Object.entries(value).slice(0, MAX_LABELS)) {
    if (isNameable(text) && typeof label === 'string' && cleanLabel(label) !== '') labels[text] = cleanLabel(label)
  }
  return labels
}

/**
 * A saved page out of foreign text: what a file or the browser's storage holds, anybody may have written. Its link leads to
 * the page of its text and to no other, and what else it shows is cleaned as a label is.
 * @returns why it is none, as a sentence's end
 */
export function readSavedPage(value: unknown): SavedPage | string {
  if (typeof value !== 'object' || value === null) return 'not a page'
  const { kind, text, href, network, note } = value as Record<string, unknown>
  if (!isKind(kind)) return 'not a kind of page that can be watched'
  if (typeof text !== 'string' || !isSubject(kind, text)) {
    return `not ${kind === 'tx' ? 'a signature' : kind === 'account' ? 'an account hash' : 'an address'}`
  }
  if (typeof network !== 'string' || !NETWORK.test(network)) return 'its network has no valid name'
  const query = typeof href === 'string' && href.length <= MAX_HREF ? queryOf(href, `/${kind}/${text}`) : null
  if (typeof href !== 'string' || query === null) return 'its link leads to something else'
  if (query.getAll('cluster').some((name) => name !== network)) return 'its link leads to another network'
  if (note !== undefined && typeof note !== 'string') return 'its note is no text'
  const shownNote = cleanLabel(note ?? '')
  return { kind, text, href, network, ...(shownNote !== '' && { note: shownNote }) }
}

/** Whether a value is a saved page as it stands. */
export function isSavedPage(value: unknown): value is SavedPage {
  return typeof readSavedPage(value) !== 'string'
}

function isKind(value: unknown): value is SavedKind {
  return KINDS.includes(value)
}

/** True for base58 of a length that the subject of such a page has. */
function isSubject(kind: SavedKind, text: string): boolean {
  return isNameable(text) && (kind === 'tx' ? text.length >= 64 : text.length <= 44)
}

/** What stands in an address behind its path; null where it is another path, or holds what addresses never hold. */
function queryOf(href: string, path: string): URLSearchParams | null {
  if (href === path) return new URLSearchParams()
  if (!href.startsWith(`${path}?`)) return null
  const query = href.slice(path.length + 1)
  return /^[\w.~:!$&'()*+,;=@%/?-]*$/.test(query) ? new URLSearchParams(query) : null
}

function change(changed: Partial<Omit<SavedPages, 'persisted'>>): void {
  const { recent, watched, labels } = { ...read(), ...changed }
  let persisted = true
  try {
    localStorage.setItem(KEY, JSON.stringify({ recent, watched, labels }))
  } catch {
    persisted = false
  }
  saved = { recent, watched, labels, persisted }
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
  saved = load() ?? saved
  for (const listener of listeners) listener()
}
