import {
  extractIdentifier,
  INVISIBLE,
  MAX_CHARS,
  type ParsedIdentifier,
  parseIdentifier,
} from '../protocol/identifiers'
import { base58Bytes } from '../protocol/rpc/primitives'
import { type NearMiss, nearMiss } from './near-misses'
import { type OwnSite, type PastedLink, parsePastedLink } from './pasted-link'
import * as words from './words'

/** Classifies pasted text without a request. design.md 4.3 (/search), features.md a1-2. */
export type RecognisedText =
  | RecognisedThing
  | { kind: 'empty' }
  | { kind: 'several'; things: RecognisedThing[] }
  | ({ kind: 'unknown'; text: string; why: string } & Partial<NearMiss>)

type RecognisedThing =
  | ParsedIdentifier
  | { kind: 'own'; text: string; path: string }
  | { kind: 'link'; text: string; link: PastedLink }

/** Longer text is cut before scanning for several identifiers; the search box takes 4,000 characters. */
const MAX_SCANNED_CHARS = 8_000

const MAX_THINGS = 20

/** en-GB: no comma before "and". */
const AND = new Intl.ListFormat('en-GB')

const { source: AROUND } = /[\s"'`“”‘’«»<>()[\]{},;.]/u

/** Without the lookbehind, matching the end takes quadratic time: each character of an inner run would be tried. */
const AROUND_TEXT = new RegExp(`^${AROUND}+|(?<!${AROUND})${AROUND}+$`, 'gu')

/** All characters of AROUND except the dot, which hosts contain. */
const BETWEEN = /[\s"'`“”‘’«»<>()[\]{},;|]+/u

/** A label before a value: `slot 5`, `block #5`, `hash: …`, `owner=…`. */
const NAMED = /^(?:(?:slot|block)\s*[:=#]?\s*#?|#|solana:|[a-z_]+[:=]\s*(?!\/))(?=\S)/i

/** Decides by decoded length, not by the number of characters. */
export function recognise(raw: string, own: OwnSite): RecognisedText {
  const text = raw.replace(INVISIBLE, '').replace(AROUND_TEXT, '')
  if (text === '') return { kind: 'empty' }
  const near = nearMiss(text, raw.includes('['))
  if (near) return { kind: 'unknown', text: near.isSecret ? '' : text.slice(0, MAX_CHARS), ...near }
  return one(text, own) ?? several(text.slice(0, MAX_SCANNED_CHARS), own) ?? unknown(text)
}

function one(text: string, own: OwnSite): RecognisedThing | null {
  const thing = parseIdentifier(text)
  if (thing) return thing
  const link = parsePastedLink(text, own)
  if (typeof link === 'string') return { kind: 'own', text, path: link }
  if (link) return { kind: 'link', text, link }
  const value = text.replace(NAMED, '')
  return (value === text ? null : parseIdentifier(value)) ?? identifierOf(text)
}

function identifierOf(text: string): ParsedIdentifier | null {
  const thing = parseIdentifier(extractIdentifier(text))
  return thing?.kind === 'number' ? null : thing
}

/** Ignores numbers if anything else is found: any text may hold some. */
function several(text: string, own: OwnSite): RecognisedText | null {
  const parts = text.split(BETWEEN).map((part) => part.replace(AROUND_TEXT, ''))
  const all = parts.flatMap((part) => (part === '' ? [] : (one(part, own) ?? [])))
  const sure = all.filter(({ kind }) => kind !== 'number')
  const onlyNumbers = all.length === parts.filter((part) => part !== '').length
  const things = distinct(sure.length > 0 ? sure : onlyNumbers ? all : [])
  if (things.length > 1) return { kind: 'several', things: things.slice(0, MAX_THINGS) }
  // A terminal may have split one identifier into lines.
  const joined = parseIdentifier(parts.join(''))
  return things[0] ?? (joined?.kind === 'number' ? null : joined)
}

function distinct(things: readonly RecognisedThing[]): RecognisedThing[] {
  const texts = new Set<string>()
  return things.filter((each) => {
    const text = 'text' in each ? each.text : ''
    return !texts.has(text) && texts.add(text)
  })
}

function unknown(text: string): RecognisedText {
  const because = (why: string): RecognisedText => ({ kind: 'unknown', text: text.slice(0, MAX_CHARS), why })
  if (text.length > MAX_CHARS) return because(words.tooLong([...text].length, MAX_CHARS))
  const bytes = base58Bytes(text)
  if (bytes) return because(words.otherLength(bytes.length))
  const odd = [...new Set(text.match(/[^1-9A-HJ-NP-Za-km-z]/gu) ?? [])].slice(0, 5)
  return because(words.notBase58(AND.format(odd.map((each) => `“${each}”`))))
}
