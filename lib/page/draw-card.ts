import type { Tone } from '../api/tone'
import { type Card, STATIC_CARD } from './card'

/** Pixels; 1.91 to 1, as chats show previews. */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

const PAPER = '#fafaf6'
const SURFACE = '#ffffff'
const LINE = '#dfe3d8'
const INK = '#18201a'
const MUTED = '#566056'
const LEAF = '#17663c'

const TONES: Readonly<Record<Tone, { ink: string; soft: string }>> = {
  live: { ink: LEAF, soft: '#e2f1e5' },
  doubt: { ink: '#7d5000', soft: '#fcf0d4' },
  fail: { ink: '#a3261c', soft: '#fce7e4' },
  plain: { ink: MUTED, soft: '#f1f3ec' },
}

const SANS = 'IBM Plex Sans'
const MONO = 'IBM Plex Mono'

const MONO_WIDTH = 0.6

const MARGIN = 80

/** Stricter than XML needs, so that no text needs escaping. facts/reliability.md (e) S10, plus 0, O, I and l. */
const ALLOWED = /^[0-9A-Za-z .,:/+_-]{1,128}$/

/** Our own words around numbers and base58; longer than what is drawn of it. */
const SENTENCE = /^(?=.{1,400}$)[0-9A-Za-z.,:;/+_…’-]{1,88}(?: [0-9A-Za-z.,:;/+_…’-]{1,88})*$/

/** Base58 of at most 64 bytes. */
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{1,88}$/

export function isDrawable({ network, kind, subject, headline, state, life, lines, foot }: Card): boolean {
  const words = [network, kind, state?.word, life?.created, life?.consumed, ...lines.map(({ value }) => value)]
  const given = words.filter((text) => text !== null && text !== undefined && text !== '')
  const identifiers = [...(subject === null ? [] : [subject]), ...lines.map(({ label }) => label)]
  const isSentence = [headline, foot].every((text) => text === '' || SENTENCE.test(text))
  return (
    isSentence && given.every((text) => ALLOWED.test(text as string)) && identifiers.every((text) => BASE58.test(text))
  )
}

/** Renders a card as SVG; the static card if a text is not allowed. */
export function drawCard(card: Card): string {
  return isDrawable(card) ? draw(card) : draw(STATIC_CARD)
}

function draw({ network, kind, subject, headline, tone, state, life, lines, foot }: Card): string {
  const parts = [
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${PAPER}"/>`,
    `<rect width="${CARD_WIDTH}" height="10" fill="${LEAF}"/>`,
    wordmark(MARGIN, 62),
    network === null ? '' : chipAtRight(network, CARD_WIDTH - MARGIN, 96),
    text(kind.toUpperCase(), MARGIN, lines.length > 0 ? 186 : 208, {
      size: 24,
      weight: 600,
      fill: MUTED,
      spacing: 2.5,
    }),
    ...(lines.length > 0 && subject !== null
      ? [subjectLine(subject), ...statement(headline, state, 326), ...amounts(lines)]
      : [
          ...(subject === null ? bigWords(headline, tone) : subjectLines(subject)),
          ...(life === null ? statement(subject === null ? null : headline, state) : lifeline(life, state)),
        ]),
    `<rect x="${MARGIN}" y="548" width="${CARD_WIDTH - 2 * MARGIN}" height="2" fill="${LINE}"/>`,
    text(foot, MARGIN, 594, { size: 27, fill: MUTED }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">${parts.join('')}</svg>`
}

function wordmark(x: number, y: number): string {
  return `<g transform="translate(${x} ${y}) scale(2)"><path fill="${LEAF}" d="M20.5 2.5c.9 8.9-1.6 16-9 16.9-4.6.6-7.8-2.3-7.9-6.5C3.5 6.2 10.7 2.7 20.5 2.5z"/><g fill="none" stroke="${PAPER}" stroke-width="1.4" stroke-linecap="round"><path d="M3.5 21.5 15.5 8"/><path d="M8.3 16.1V11M8.3 16.1h5.2M11.8 12.2V8.3M11.8 12.2h4.4"/></g></g>${text('Leafscan', x + 60, y + 38, { size: 38, weight: 600, fill: INK })}`
}

function subjectLines(subject: string): string[] {
  const lines = Math.ceil(subject.length / (subject.length > 44 ? 30 : 22))
  const perLine = Math.ceil(subject.length / lines)
  const [size, step] = lines > 2 ? [46, 58] : [62, 78]
  return Array.from({ length: lines }, (_, i) =>
    text(subject.slice(i * perLine, (i + 1) * perLine), MARGIN, 288 + i * step, {
      family: MONO,
      size,
      weight: 500,
      fill: INK,
    }),
  )
}

function subjectLine(subject: string): string {
  return text(subject, MARGIN, 244, { family: MONO, size: 39, weight: 500, fill: INK })
}

const AMOUNT_WIDTH = 466

function amounts(lines: Card['lines']): string[] {
  return lines.flatMap(({ label, value }, i) => {
    const y = 398 + i * 54
    return [
      text(label, MARGIN, y, { family: MONO, size: 21, fill: MUTED }),
      text(value, CARD_WIDTH - MARGIN, y, {
        family: MONO,
        size: Math.min(29, AMOUNT_WIDTH / (value.length * MONO_WIDTH)),
        weight: 500,
        fill: INK,
        anchor: 'end',
      }),
    ]
  })
}

const BIG = { perLine: 28, most: 3, size: 70 }
const LESS_BIG = { perLine: 36, most: 5, size: 46 }

function bigWords(headline: string, tone: Tone | null): string[] {
  if (tone !== null) {
    const size = Math.min(150, (CARD_WIDTH - 2 * MARGIN) / (headline.length * 0.56))
    return [text(headline, MARGIN, 390, { size, weight: 600, fill: TONES[tone].ink })]
  }
  const { perLine, most, size } = headline.length <= 72 ? BIG : LESS_BIG
  const lines: string[] = []
  for (const word of headline.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= perLine) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  const shown = lines.slice(0, most).map((line, i) => (i === most - 1 && lines.length > most ? `${line} …` : line))
  return shown.map((line, i) => text(line, MARGIN, 296 + i * 1.2 * size, { size, weight: 600, fill: INK }))
}

function statement(headline: string | null, state: Card['state'], y = 494): string[] {
  if (headline === null) return state === null ? [] : [chip(state.word, TONES[state.tone], MARGIN, y)]
  const words = text(headline, MARGIN, y, { size: 44, weight: 600, fill: INK })
  if (state === null) return [words]
  // Right-aligned: without the sans font's widths, the chip could overlap the text.
  return [words, chipAtRight(state.word, CARD_WIDTH - MARGIN, y, TONES[state.tone])]
}

function lifeline({ created, consumed }: { created: string; consumed: string | null }, state: Card['state']): string[] {
  const y = 448
  const end = CARD_WIDTH - MARGIN - 14
  const begin = MARGIN + 14
  const tone = TONES[state?.tone ?? 'plain']
  const dashes = consumed === null ? ' stroke-dasharray="14 12"' : ''
  return [
    `<path d="M${begin} ${y}H${end}" stroke="${consumed === null ? LEAF : LINE}" stroke-width="4"${dashes}/>`,
    `<circle cx="${begin}" cy="${y}" r="12" fill="${LEAF}"/>`,
    consumed === null
      ? `<circle cx="${end}" cy="${y}" r="12" fill="${SURFACE}" stroke="${LEAF}" stroke-width="5"/>`
      : `<path d="M${end - 11} ${y - 11}L${end + 11} ${y + 11}M${end + 11} ${y - 11}L${end - 11} ${y + 11}" stroke="${tone.ink}" stroke-width="6" stroke-linecap="round"/>`,
    text(`Created in ${created}`, MARGIN, 512, { size: 36, weight: 600, fill: INK }),
    text(consumed === null ? 'Live' : `Consumed in ${consumed}`, CARD_WIDTH - MARGIN, 512, {
      size: 36,
      weight: 600,
      fill: consumed === null ? LEAF : tone.ink,
      anchor: 'end',
    }),
  ]
}

const CHIP_SIZE = 30
const CHIP_PADDING = 22

function chip(word: string, { ink, soft }: { ink: string; soft: string }, x: number, baseline: number): string {
  const width = word.length * CHIP_SIZE * MONO_WIDTH + 2 * CHIP_PADDING
  return `<rect x="${x}" y="${baseline - 37}" width="${width}" height="52" rx="26" fill="${soft}"/>${text(word, x + CHIP_PADDING, baseline - 1, { family: MONO, size: CHIP_SIZE, weight: 500, fill: ink })}`
}

function chipAtRight(word: string, right: number, baseline: number, tone = TONES.plain): string {
  return chip(word, tone, right - (word.length * CHIP_SIZE * MONO_WIDTH + 2 * CHIP_PADDING), baseline)
}

function text(
  words: string,
  x: number,
  y: number,
  {
    family = SANS,
    size,
    weight = 400,
    fill,
    anchor = 'start',
    spacing = 0,
  }: { family?: string; size: number; weight?: number; fill: string; anchor?: 'start' | 'end'; spacing?: number },
): string {
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"${spacing ? ` letter-spacing="${spacing}"` : ''}>${words}</text>`
}
