import { base58Bytes } from './rpc/primitives'

export type Thing =
  | { kind: 'signature'; text: string }
  /** An owner, a delegate or an account hash: all are 32 bytes. */
  | { kind: 'key'; text: string }
  /** A slot; `utc` where the digits could be a Unix time as well. */
  | { kind: 'number'; text: string; utc?: string }

export const MAX_CHARS = 88

const DIGITS = /^\d{1,3}(?:[,_' ]\d{3})+$|^\d+$/

export function thingOf(text: string): Thing | null {
  const bytes = text.length <= MAX_CHARS ? base58Bytes(text) : null
  if (bytes?.length === 64) return { kind: 'signature', text }
  if (bytes?.length === 32) return { kind: 'key', text }
  if (!DIGITS.test(text)) return null
  const digits = text.replace(/\D/g, '')
  if (digits.length > MAX_CHARS) return null
  const utc = unixUtc(digits)
  return { kind: 'number', text: digits, ...(utc !== null && { utc }) }
}

/** Unix seconds of Solana's genesis (2020-03-16) and of the year 2100: numbers between may be times. */
const FIRST_SECOND = 1_584_316_800
const LAST_SECOND = 4_102_444_800

function unixUtc(digits: string): string | null {
  if (digits.length !== 10 && digits.length !== 13) return null
  const seconds = Number(digits.slice(0, 10))
  return seconds < FIRST_SECOND || seconds > LAST_SECOND ? null : utcText(seconds * 1000)
}

export function utcText(ms: number): string | null {
  if (Number.isNaN(ms)) return null
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export const INVISIBLE = /[\p{Cf}\p{DI}\u2800]/gu

/** The lookbehind keeps the search for the end linear: an inner run is tried once, not at each character. */
const AROUND = /^[^0-9A-Za-z]+|(?<![^0-9A-Za-z])[^0-9A-Za-z]+$/g

export const MARKDOWN = /\]\(.*$/s

export function identifierIn(text: string): string {
  return trimmed(text, AROUND)
}

const MAX_THINGS = 3

export function thingsIn(text: string): Thing[] {
  const parts = new Set(text.replace(INVISIBLE, '').split(/[^0-9A-Za-z]+/))
  const things = [...parts].flatMap((part) => thingOf(part) ?? [])
  return things.filter(({ kind }) => kind !== 'number').slice(0, MAX_THINGS)
}

export function trimmed(text: string, around: RegExp): string {
  return text.replace(INVISIBLE, '').replace(MARKDOWN, '').replace(around, '')
}
