import { base58Bytes } from '../rpc/primitives'

/** What a pasted text is, by itself, before anything is asked. design.md 4.3 (/search). */
export type Recognised =
  | { kind: 'empty' }
  /** 64 bytes: a transaction signature, nothing else. */
  | { kind: 'signature'; text: string }
  /** 32 bytes: an owner, a delegate or an account hash; only the indexer can tell which. */
  | { kind: 'key'; text: string }
  /** Digits alone. */
  | { kind: 'number'; text: string }
  | { kind: 'unknown'; text: string; why: string }

/** Longest text that base58 of 64 bytes can be. */
const MAX_CHARS = 88

/** A quote, bracket or white space, as comes along when text is copied. */
const { source: AROUND } = /[\s"'`“”‘’«»<>()[\]{},;.]/u

/** The lookbehind keeps the search for the end linear: a run inside of the text is tried once, not at each character. */
const AROUND_TEXT = new RegExp(`^${AROUND}+|(?<!${AROUND})${AROUND}+$`, 'gu')

/** Decides by decoded length, not by the number of characters. */
export function recognise(raw: string): Recognised {
  const text = raw.replace(/\p{Cf}/gu, '').replace(AROUND_TEXT, '')
  if (text === '') return { kind: 'empty' }
  if (text.length > MAX_CHARS) {
    return {
      kind: 'unknown',
      text: text.slice(0, MAX_CHARS),
      why: `It has ${text.length} characters; a signature has at most ${MAX_CHARS}.`,
    }
  }
  const bytes = base58Bytes(text)
  if (bytes?.length === 64) return { kind: 'signature', text }
  if (bytes?.length === 32) return { kind: 'key', text }
  if (/^[\d,_ ]+$/.test(text)) return { kind: 'number', text: text.replace(/[,_ ]/g, '') }
  if (bytes) {
    return {
      kind: 'unknown',
      text,
      why: `It decodes to ${bytes.length} bytes; an address or a hash has 32, a signature 64.`,
    }
  }
  const odd = [...new Set(text.match(/[^1-9A-HJ-NP-Za-km-z]/gu) ?? [])].slice(0, 5)
  return {
    kind: 'unknown',
    text,
    why: `It holds ${odd.map((each) => `“${each}”`).join(' ')}, which base58 does not have.`,
  }
}
