import type { Tone } from '../api/tone'

/**
 * What a preview image shows. All text is checked base58, a number or our own words; none from an indexer or a URL.
 * facts/reliability.md (e) S10.
 */
export interface Card {
  network: string | null
  kind: string
  subject: string | null
  headline: string
  tone: Tone | null
  state: { word: string; tone: Tone } | null
  life: { created: string; consumed: string | null } | null
  /** At most three; `label` is a whole identifier. */
  lines: readonly { label: string; value: string }[]
  foot: string
}

export const STATIC_CARD: Card = {
  network: null,
  kind: 'Explorer',
  subject: null,
  headline: 'The ZK Compression explorer for Solana',
  tone: null,
  state: null,
  life: null,
  lines: [],
  foot: 'Accounts, tokens, delegates and transactions',
}
