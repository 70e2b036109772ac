import {
  extractIdentifier,
  INVISIBLE,
  MAX_CHARS,
  type ParsedIdentifier,
  parseIdentifier,
} from '../protocol/identifiers'
import { base58Bytes } from '../protocol/rpc/primitives'
import { type OwnSite, type PastedLink, readLink } from './pasted-link'

/** What a pasted text is, before any request. design.md 4.3 (/search), features.md a1-2. */
export type Recognised =
  | ParsedIdentifier
  | { kind: 'empty' }
  | { kind: 'own'; text: string; path: string }
  | { kind: 'link'; text: string; link: PastedLink }
  | { kind: 'several'; things: Recognised[] }
  | { kind: 'unknown'; text: string; why: string }

/** Longer text is cut before the scan for several things; the search box takes 4,000 characters. */
const MAX_SCANNED_CHARS = 8_000

const MAX_THINGS = 20

/** en-GB: no comma before the last. */
const AND = new Intl.ListFormat('en-GB')

const { source: AROUND } = /[\s"'`“”‘’«»<>()[\]{},;.]/u

/** The lookbehind keeps the search for the end linear: an inner run is tried once, not at each character. */
const AROUND_TEXT = new RegExp(`^${AROUND}+|(?<!${AROUND})${AROUND}+$`, 'gu')

/** Everything in AROUND but the point, which hosts contain. */
const BETWEEN = /[\s"'`“”‘’«»<>()[\]{},;|]+/u

/** A name before a value: `slot 5`, `block #5`, `hash: …`, `owner=…`. */
const NAMED = /^(?:(?:slot|block)\s*[:=#]?\s*#?|#|solana:|[a-z_]+[:=]\s*(?!\/))(?=\S)/i

/** Judges by decoded length, not by the number of characters. */
export function recognise(raw: string, own: OwnSite): Recognised {
  const text = raw.replace(INVISIBLE, '').replace(AROUND_TEXT, '')
  if (text === '') return { kind: 'empty' }
  return one(text, own) ?? several(text.slice(0, MAX_SCANNED_CHARS), own) ?? unknown(text)
}

function one(text: string, own: OwnSite): Recognised | null {
  const thing = parseIdentifier(text)
  if (thing) return thing
  const link = readLink(text, own)
  if (typeof link === 'string') return { kind: 'own', text, path: link }
  if (link) return { kind: 'link', text, link }
  const value = text.replace(NAMED, '')
  return (value === text ? null : parseIdentifier(value)) ?? identifierOf(text)
}

function identifierOf(text: string): ParsedIdentifier | null {
  const thing = parseIdentifier(extractIdentifier(text))
  return thing?.kind === 'number' ? null : thing
}

/** Numbers count only where nothing else is found: any text may hold some. */
function several(text: string, own: OwnSite): Recognised | null {
  const parts = text.split(BETWEEN).map((part) => part.replace(AROUND_TEXT, ''))
  const all = parts.flatMap((part) => (part === '' ? [] : (one(part, own) ?? [])))
  const sure = all.filter(({ kind }) => kind !== 'number')
  const onlyNumbers = all.length === parts.filter((part) => part !== '').length
  const things = distinct(sure.length > 0 ? sure : onlyNumbers ? all : [])
  if (things.length > 1) return { kind: 'several', things: things.slice(0, MAX_THINGS) }
  // A terminal may have broken one text into lines.
  const joined = parseIdentifier(parts.join(''))
  return things[0] ?? (joined?.kind === 'number' ? null : joined)
}

function distinct(things: readonly Recognised[]): Recognised[] {
  const texts = new Set<string>()
  return things.filter((each) => {
    const text = 'text' in each ? each.text : ''
    return !texts.has(text) && texts.add(text)
  })
}

function unknown(text: string): Recognised {
  const why = (words: string): Recognised => ({ kind: 'unknown', text: text.slice(0, MAX_CHARS), why: words })
  if (text.length > MAX_CHARS) {
    return why(`It has ${[...text].length} characters; a signature has at most ${MAX_CHARS}.`)
  }
  const bytes = base58Bytes(text)
  if (bytes) return why(`It decodes to ${bytes.length} bytes; an address or a hash has 32, a signature 64.`)
  const odd = [...new Set(text.match(/[^1-9A-HJ-NP-Za-km-z]/gu) ?? [])].slice(0, 5)
  return why(`It contains ${AND.format(odd.map((each) => `“${each}”`))}, not in the base58 alphabet.`)
}
