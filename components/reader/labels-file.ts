import { counted } from '@/lib/format/numbers'
import {
  cleanLabel,
  isNameable,
  isSame,
  type Labels,
  MAX_LABELS,
  MAX_WATCHED,
  readSavedPage,
  type SavedPage,
  type SavedPages,
} from './saved-pages'

/* Export and import of labels and the watchlist; the file is untrusted. features.md a52, a53. */

/** Ten times a full watchlist with all labels. */
export const MAX_FILE_BYTES = 1_000_000

const MARK = 'leafscan labels and watchlist'

/** @param savedAtMs Unix milliseconds */
export function writeLabelsFile(
  { watched, labels }: Pick<SavedPages, 'watched' | 'labels'>,
  savedAtMs: number,
): string {
  return `${JSON.stringify({ file: MARK, version: 1, savedAt: new Date(savedAtMs).toISOString(), labels, watched }, null, 2)}\n`
}

export interface Skipped {
  name: string
  why: string
}

export type Merged =
  | { ok: true; watched: readonly SavedPage[]; labels: Labels; message: string; skipped: readonly Skipped[] }
  | { ok: false; message: string }

const LIMIT_REACHED = 'limit reached'

/** Labels of the file replace existing ones for the same text; watched pages are appended; nothing is removed. Never throws. */
export function mergeLabelsFile(there: Pick<SavedPages, 'watched' | 'labels'>, text: string): Merged {
  if (text.length > MAX_FILE_BYTES) return { ok: false, message: 'The file is larger than 1 MB: nothing imported' }
  const file = parsed(text)
  if (file?.file !== MARK || file.version !== 1) {
    return { ok: false, message: 'Not a Leafscan labels file: nothing imported' }
  }
  const skipped: Skipped[] = []
  const labels: Record<string, string> = { ...there.labels }
  let [added, changed, watchedAdded] = [0, 0, 0]
  const pages = file.watched ?? []
  const named = file.labels ?? {}
  if (!Array.isArray(pages)) skipped.push({ name: 'Watched pages', why: 'not a list' })
  if (typeof named !== 'object') skipped.push({ name: 'Labels', why: 'not a list' })
  for (const [i, [text, value]] of (typeof named === 'object' ? Object.entries(named) : []).entries()) {
    const label = typeof value === 'string' ? cleanLabel(value) : ''
    const skip = (why: string) => skipped.push({ name: `Label ${i + 1} (${shown(text)})`, why })
    if (!isNameable(text)) skip('not an address, hash or signature')
    else if (label === '') skip('its label is empty or no text')
    else if (labels[text] === label) continue
    else if (!Object.hasOwn(labels, text) && Object.keys(labels).length >= MAX_LABELS) skip(LIMIT_REACHED)
    else {
      if (Object.hasOwn(labels, text)) changed++
      else added++
      labels[text] = label
    }
  }
  const watched = [...there.watched]
  for (const [i, value] of Array.isArray(pages) ? pages.entries() : []) {
    const page = readSavedPage(value)
    const skip = (why: string) => skipped.push({ name: `Watched page ${i + 1}${textOf(value)}`, why })
    if (typeof page === 'string') skip(page)
    else if (watched.some((each) => isSame(each, page))) continue
    else if (watched.length >= MAX_WATCHED) skip(LIMIT_REACHED)
    else watchedAdded = watched.push(page) - there.watched.length
  }
  const full = skipped.filter(({ why }) => why === LIMIT_REACHED).length
  const odd = skipped.length - full
  const message = [
    `${counted(added, 'label')} added, ${changed} changed`,
    `${counted(watchedAdded, 'watched page')} added`,
    ...(odd > 0 ? [`${odd} unreadable, skipped`] : []),
    ...(full > 0 ? [`${full} skipped, limit reached`] : []),
  ].join('; ')
  return { ok: true, watched, labels, message, skipped }
}

function textOf(entry: unknown): string {
  const { text } = (entry ?? {}) as Record<string, unknown>
  return typeof text === 'string' ? ` (${shown(text)})` : ''
}

function shown(text: string): string {
  const cut = cleanLabel(text)
  return isNameable(text) ? text : `${cut}${cut.length < text.trim().length ? '…' : ''}`
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
