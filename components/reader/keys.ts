import { setting } from './setting'

/* All shortcuts, used by the listener and by /help. features.md a34. */

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

export interface Key {
  keys: string
  does: string
  /** Null: handled by the browser or another part of the page. */
  action: Action | null
}

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

const PAIR_MS = 1_500

/** Single-key shortcuts can be switched off, for speech input: WCAG 2.1.4. */
const saved = setting('leafscan.keys')

export function keysOn(): boolean {
  return saved.read() !== 'off'
}

export function saveKeysOn(on: boolean): void {
  saved.write(on ? 'on' : 'off')
}

export interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

export class KeyReader {
  private first = { key: '', atMs: Number.NEGATIVE_INFINITY }

  /** @param nowMs monotonic */
  read({ key, ctrlKey, metaKey, altKey }: Pressed, nowMs: number): Action | null {
    const { first } = this
    // Shift precedes `?` on most keyboards and does not end a sequence.
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
