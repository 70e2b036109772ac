import type { Tone } from '../api/tone'

/**
 * What a preview image shows of a page. Every text in it is base58 that was checked, a number, or words of ours; nothing
 * that an indexer or a reader wrote. facts/reliability.md (e) S10.
 */
export interface Card {
  /** Network that it is about; null where none matters. */
  network: string | null
  /** What the subject is. */
  kind: string
  /** An address, hash or signature, whole; null where the page is about none. */
  subject: string | null
  /** The main thing to know. */
  headline: string
  /** Its colour, where it is a verdict; null: that of text. */
  tone: Tone | null
  state: { word: string; tone: Tone } | null
  /** The life of an account version, drawn; null where there is none to draw. */
  life: { created: string; consumed: string | null } | null
  /** Amounts under the headline, each of what its label names: an identifier, whole. Three at the most; none for most cards. */
  lines: readonly { label: string; value: string }[]
  /** The slot that it is as of, or a short remark. */
  foot: string
}

/** The card of what cannot be read, of pages without content of their own, and of times when nothing else can be drawn. */
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
