import { base58 } from '@scure/base'
import { ownMember } from '../../platform/own-member'

/* Every reading of a text by decoding: gateways quote, escape and encode what they repeat, so keys are searched for in all. */

type Reading = (text: string) => string | string[]

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  colon: ':',
  equals: '=',
  plus: '+',
  commat: '@',
  lowbar: '_',
  hyphen: '-',
  period: '.',
}

const READINGS: readonly Reading[] = [
  (text) => text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => bytesIn(run.replaceAll('%', ''), 'hex')),
  (text) =>
    text
      .replace(/\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, ...groups) => character(groups, 16))
      .replace(/\\(["'\\/])/g, '$1'),
  (text) =>
    text
      .replace(/&#x([0-9a-f]{1,6});?/gi, (_, ...groups) => character(groups, 16))
      .replace(/&#(\d{1,7});?/g, (_, ...groups) => character(groups, 10))
      .replace(/&([a-z]+);/gi, (entity, name: string) => ownMember(ENTITIES, name.toLowerCase()) ?? entity),
  backwards,
  rotated,
  (text) => {
    const runs = text.match(/(?:[0-9a-f]{2}[\s:,-]?){3,}[0-9a-f]?/gi) ?? []
    const digits = runs.map((run) => run.replace(/[^0-9a-f]/gi, ''))
    return [0, 1].map((skipped) => joined(digits.map((run) => bytesIn(run.slice(skipped), 'hex'))))
  },
  (text) => {
    const runs = text.match(/[A-Za-z0-9+/_-]{4,}/g) ?? []
    return [0, 1, 2, 3].map((skipped) => joined(runs.map((run) => bytesIn(run.slice(skipped), 'base64'))))
  },
  (text) => joined(text.match(/[A-Z2-7]{5,}/gi)?.map(base32)),
  (text) => joined(text.match(/\b[1-9A-HJ-NP-Za-km-z]{4,128}\b/g)?.map(base58Decoded)),
]

/** Longer texts are decoded once only: hostile text must not cost too much. */
const SHORT = 2_048

const DEPTH = { short: 3, long: 1 }

const MOST = 250

export function* spellings(text: string): Generator<string> {
  const readings = new Set([text])
  let last = [text]
  yield text
  for (let depth = text.length <= SHORT ? DEPTH.short : DEPTH.long; depth > 0; depth--) {
    const next: string[] = []
    for (const reading of READINGS) {
      for (const read of last.flatMap(reading)) {
        if (read === '' || readings.has(read)) continue
        if (readings.size >= MOST) return
        readings.add(read)
        next.push(read)
        yield read
      }
    }
    last = next
  }
}

function joined(runs: string[] = []): string {
  return runs.filter(Boolean).join('\n')
}

function backwards(text: string): string {
  let turned = ''
  for (const character of text) turned = character + turned
  return turned
}

function rotated(text: string): string {
  let turned = ''
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const base = code >= 97 && code <= 122 ? 97 : code >= 65 && code <= 90 ? 65 : null
    turned += String.fromCharCode(base === null ? code : ((code - base + 13) % 26) + base)
  }
  return turned
}

function bytesIn(text: string, encoding: 'hex' | 'base64'): string {
  return Buffer.from(text, encoding).toString('utf8')
}

function character(groups: readonly unknown[], radix: number): string {
  const code = Number.parseInt(String(groups.find((digits) => typeof digits === 'string')), radix)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(text: string): string {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text.toUpperCase()) {
    value = ((value << 5) | BASE32.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return Buffer.from(bytes).toString('utf8')
}

function base58Decoded(text: string): string {
  try {
    return Buffer.from(base58.decode(text)).toString('utf8')
  } catch {
    return ''
  }
}
