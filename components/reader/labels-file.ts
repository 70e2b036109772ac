import { isSame, MAX_LABELS, MAX_WATCHED, readLabels, readSavedPages, type SavedPages } from './saved-pages'
import * as words from './words'

/* Export and import of labels and the watchlist; the file is untrusted. features.md a52, a53. */

/** Ten times a full watchlist with all labels. */
export const MAX_FILE_BYTES = 1_000_000

const MARK = 'leafscan labels and watchlist'

type Kept = Pick<SavedPages, 'watched' | 'labels'>

/** @param savedAtMs Unix milliseconds */
export function writeLabelsFile({ watched, labels }: Kept, savedAtMs: number): string {
  return `${JSON.stringify({ file: MARK, version: 1, savedAt: new Date(savedAtMs).toISOString(), labels, watched }, null, 2)}\n`
}

/** Labels of the file replace existing ones for the same text; watched pages are appended; nothing is removed. Never throws. */
export function mergeLabelsFile(there: Kept, text: string): { merged: Kept | null; message: string } {
  if (text.length > MAX_FILE_BYTES) return { merged: null, message: words.tooLarge }
  const file = parsed(text)
  if (file?.file !== MARK || file.version !== 1) {
    return { merged: null, message: words.noLabelsFile }
  }
  const named = Object.entries(readLabels(file.labels))
  const pages = readSavedPages(file.watched)
  const labels = { ...there.labels }
  const watched = [...there.watched]
  let skipped = entriesIn(file.labels) - named.length + entriesIn(file.watched) - pages.length
  for (const [text, label] of named) {
    if (Object.hasOwn(labels, text) || Object.keys(labels).length < MAX_LABELS) labels[text] = label
    else skipped++
  }
  for (const page of pages) {
    if (watched.some((each) => isSame(each, page))) continue
    if (watched.length < MAX_WATCHED) watched.push(page)
    else skipped++
  }
  const added = Object.keys(labels).length - Object.keys(there.labels).length
  const changed = Object.entries(there.labels).filter(([text, label]) => labels[text] !== label).length
  const message = words.imported(added, changed, watched.length - there.watched.length, skipped)
  return { merged: { labels, watched }, message }
}

function entriesIn(list: unknown): number {
  return typeof list === 'object' && list !== null ? Object.keys(list).length : 0
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown> | null
  } catch {
    return null
  }
}
