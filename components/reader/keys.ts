/*
 * The keys of every page, in one list: the listener acts by it, the dialog behind `?` and /help show it. features.md a34.
 */

/** What a key does where nobody is typing. */
export type Action =
  | 'nextRow'
  | 'previousRow'
  | 'nextPage'
  | 'previousPage'
  | 'home'
  | 'latest'
  | 'status'
  | 'copyRow'
  | 'zone'
  | 'help'

/** A key of the page and what it does, as the list of keys shows it. */
export interface Key {
  /** As it is typed: one character, or two one after the other. */
  keys: string
  does: string
  /** Null for keys that belong to the browser or to another part of the page. */
  action: Action | null
}

/** Every key, in the order of the list. */
export const KEYS: readonly Key[] = [
  { keys: 'j', does: 'Next row', action: 'nextRow' },
  { keys: 'k', does: 'Previous row', action: 'previousRow' },
  { keys: 'Enter', does: 'Open the row, or follow its link', action: null },
  { keys: 'Escape', does: 'Close the open row, a menu or a dialog', action: null },
  { keys: 'n', does: 'Next page', action: 'nextPage' },
  { keys: 'p', does: 'Previous page', action: 'previousPage' },
  { keys: 'c', does: 'Copy the row, tab-separated', action: 'copyRow' },
  { keys: 'u', does: 'Switch UTC and local time', action: 'zone' },
  { keys: 'g h', does: 'Go home', action: 'home' },
  { keys: 'g l', does: 'Go to latest transactions', action: 'latest' },
  { keys: 'g s', does: 'Go to status', action: 'status' },
  { keys: '/', does: 'Open the menu: search, watched, recent', action: null },
  { keys: 'Ctrl-K', does: 'Open the menu, also while typing', action: null },
  { keys: '?', does: 'Show shortcuts', action: 'help' },
]

/** The second of two keys counts for this long. */
const PAIR_MS = 1_500

/** The parts of a KeyboardEvent that decide what it means. */
export interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Reads keys as they are pressed, one or two at a time. */
export class KeyReader {
  private first = { key: '', atMs: Number.NEGATIVE_INFINITY }

  /** What the key amounts to, together with the one before it; null: nothing. @param nowMs of a monotonic clock */
  read({ key, ctrlKey, metaKey, altKey }: Pressed, nowMs: number): Action | null {
    const { first } = this
    // Shift alone comes before `?` on most keyboards and ends no pair.
    if (key === 'Shift') return null
    this.first = { key: '', atMs: Number.NEGATIVE_INFINITY }
    if (ctrlKey || metaKey || altKey) return null
    const pair = nowMs - first.atMs <= PAIR_MS ? `${first.key} ${key}` : null
    const binding = KEYS.find(({ keys }) => keys === pair) ?? KEYS.find(({ keys }) => keys === key)
    if (binding) return binding.action
    if (KEYS.some(({ keys }) => keys.startsWith(`${key} `))) this.first = { key, atMs: nowMs }
    return null
  }
}
