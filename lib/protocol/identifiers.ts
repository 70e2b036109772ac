import { base58Bytes } from './rpc/primitives'

export type ParsedIdentifier =
  | { kind: 'signature'; text: string }
  /** An owner, a delegate or an account hash: all are 32 bytes. */
  | { kind: 'key'; text: string }
  | { kind: 'number'; text: string }

export const MAX_CHARS = 88

const DIGITS = /^\d{1,3}(?:[,_' ]\d{3})+$|^\d+$/

export function parseIdentifier(text: string): ParsedIdentifier | null {
  const bytes = text.length <= MAX_CHARS ? base58Bytes(text) : null
  if (bytes?.length === 64) return { kind: 'signature', text }
  if (bytes?.length === 32) return { kind: 'key', text }
  if (!DIGITS.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return digits.length > MAX_CHARS ? null : { kind: 'number', text: digits }
}

export const INVISIBLE = /[\p{Cf}\p{DI}\u2800]/gu

/** Without the lookbehind, matching the end takes quadratic time: each character of an inner run would be tried. */
const AROUND = /^[^0-9A-Za-z]+|(?<![^0-9A-Za-z])[^0-9A-Za-z]+$/g

export const MARKDOWN = /\]\(.*$/s

export function extractIdentifier(text: string): string {
  return trimAround(text, AROUND)
}

const MAX_IDENTIFIERS = 3

export function findIdentifiers(text: string): ParsedIdentifier[] {
  const parts = new Set(text.replace(INVISIBLE, '').split(/[^0-9A-Za-z]+/))
  const things = [...parts].flatMap((part) => parseIdentifier(part) ?? [])
  return things.filter(({ kind }) => kind !== 'number').slice(0, MAX_IDENTIFIERS)
}

export function trimAround(text: string, around: RegExp): string {
  return text.replace(INVISIBLE, '').replace(MARKDOWN, '').replace(around, '')
}
