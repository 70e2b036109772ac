/* Paths of feeds: that of the page with .atom behind it. */

export const FEED_ENDING = '.atom'

/** Pages with a subject that have a feed of it, by the first part of their paths. proxy.ts leaves them alone. */
export const FEED_KINDS = ['owner', 'account', 'wallet'] as const

/** What a feed may be about. */
export type FeedKind = (typeof FEED_KINDS)[number]

const FEED = new RegExp(`^/(${FEED_KINDS.join('|')})/([^/]+)\\${FEED_ENDING}$`)

/** Which feed a path names, its subject as the path spells it; null for any other path. */
export function feedAt(path: string): { kind: FeedKind; subject: string } | null {
  const [, kind, subject = ''] = FEED.exec(path) ?? []
  return kind === undefined ? null : { kind: kind as FeedKind, subject }
}
