import { counted } from '@/lib/format/counted'
import {
  isSavedPage,
  type Labels,
  MAX_LABELS,
  MAX_WATCHED,
  readLabels,
  type SavedPage,
  type SavedPages,
} from '../menu/saved-pages'

/*
 * Labels and the watchlist as a file, to carry them to another browser. Checked by hand: what comes back is foreign text.
 * features.md a52, a53.
 */

/** A whole watchlist with all labels takes a tenth of it. */
export const MAX_FILE_BYTES = 1_000_000

const MARK = 'leafscan labels and watchlist'

/** @param savedAtMs Unix milliseconds */
export function writeLabelsFile(
  { watched, labels }: Pick<SavedPages, 'watched' | 'labels'>,
  savedAtMs: number,
): string {
  return `${JSON.stringify({ file: MARK, version: 1, savedAt: new Date(savedAtMs).toISOString(), labels, watched }, null, 2)}\n`
}

/** What came of a file: the saved pages and labels together with those there were, or why nothing was taken. */
export type Merged =
  | { ok: true; watched: readonly SavedPage[]; labels: Labels; message: string }
  | { ok: false; message: string }

/**
 * What there is together with what a file holds. A label of the file takes the place of one for the same text; watched
 * pages are added behind those there are; nothing is taken away. Never throws.
 */
export function mergeLabelsFile(there: Pick<SavedPages, 'watched' | 'labels'>, text: string): Merged {
  if (text.length > MAX_FILE_BYTES) return { ok: false, message: 'The file is larger than 1 MB: nothing imported' }
  const file = parsed(text)
  if (file?.file !== MARK || file.version !== 1) {
    return { ok: false, message: 'Not a Leafscan labels file: nothing imported' }
  }
  const labels: Record<string, string> = { ...there.labels }
  let [added, changed, full] = [0, 0, 0]
  const read = readLabels(file.labels)
  for (const [text, label] of Object.entries(read)) {
    if (labels[text] === label) continue
    if (Object.hasOwn(labels, text)) changed++
    else if (Object.keys(labels).length >= MAX_LABELS) {
      full++
      continue
    } else added++
    labels[text] = label
  }
  const watched = [...there.watched]
  const pages = Array.isArray(file.watched) ? file.watched : []
  const right = pages.filter(isSavedPage)
  let watchedAdded = 0
  for (const { kind, text, href, network, note } of right) {
    if (watched.some((each) => each.href === href && each.network === network)) continue
    if (watched.length >= MAX_WATCHED) {
      full++
      continue
    }
    watched.push({ kind, text, href, network, ...(note !== undefined && { note }) })
    watchedAdded++
  }
  const odd = count(file.labels) - Object.keys(read).length + pages.length - right.length
  const message = [
    `${counted(added, 'label')} added, ${changed} changed`,
    `${counted(watchedAdded, 'watched page')} added`,
    ...(odd > 0 ? [`${odd} unreadable, skipped`] : []),
    ...(full > 0 ? [`${full} skipped, limit reached`] : []),
  ].join('; ')
  return { ok: true, watched, labels, message }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function count(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}
