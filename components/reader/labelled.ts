import type { SavedPage, SavedPages } from './saved-pages'

/** Labels whose page is not saved: text and label. */
export type LabelOnly = readonly [text: string, label: string]

/** Watched pages, and visited ones with a label, of this network; then labels. Matched by a part of the label, or by the whole text. */
export function findLabelled(
  wanted: string,
  { labels, watched, recent }: Pick<SavedPages, 'labels' | 'watched' | 'recent'>,
  network: string,
): { pages: SavedPage[]; others: LabelOnly[] } {
  const exact = wanted.trim()
  const part = exact.toLowerCase()
  if (part === '') return { pages: [], others: [] }
  const matches = (text: string) => text === exact || labels[text]?.toLowerCase().includes(part)
  const labelled = recent.filter(
    (page) => labels[page.text] !== undefined && !watched.some((each) => each.href === page.href),
  )
  const pages = [...watched, ...labelled].filter((page) => page.network === network && matches(page.text))
  const others = Object.entries(labels).filter(([text]) => matches(text) && pages.every((page) => page.text !== text))
  return { pages, others }
}
