export const FEED_ENDING = '.atom'

/** proxy.ts passes these paths through. */
export const FEED_KINDS = ['owner', 'account', 'wallet'] as const

export type FeedKind = (typeof FEED_KINDS)[number]

const FEED = new RegExp(`^/(${FEED_KINDS.join('|')})/([^/]+)\\${FEED_ENDING}$`)

export function feedAt(path: string): { kind: FeedKind; subject: string } | null {
  const [, kind, subject = ''] = FEED.exec(path) ?? []
  return kind === undefined ? null : { kind: kind as FeedKind, subject }
}
