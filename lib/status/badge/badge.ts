import 'server-only'
import type { IndexerStatus } from '../../api/status'
import type { Tone } from '../../api/tone'
import { VERDICT_FACTS } from '../../api/verdicts'
import { groupDigits } from '../../format/numbers'
import { escapeInvisible } from '../../format/text'
import { xmlText } from '../../format/xml'
import type { AllStatus } from '../all-networks'

export interface Badge {
  label: string
  message: string
  /** Six hex digits; contrast of white text is at least 4.5 (tested). */
  color: string
  description: string
  isError?: true
}

/** Dark, so that white text is readable on GitHub's light and dark pages. */
const GREEN = '1a6b3c'
const AMBER = '8a5300'
const RED = 'a8201a'
const GREY = '57606a'

const COLORS: Readonly<Record<Tone, string>> = { live: GREEN, doubt: AMBER, fail: RED, plain: GREY }

export const BADGE_COLORS = Object.values(COLORS)

export function badgeOf({ verdict, slot, lag, network, checkedAt }: IndexerStatus, label: string): Badge {
  const by = verdict === 'behind' && lag !== null ? ` ${groupDigits(lag)}` : ''
  const at = slot === null ? '' : ` · ${groupDigits(slot)}`
  const atSlot = slot === null ? '' : ` at slot ${groupDigits(slot)}`
  const behind = by === '' ? '' : ` by${by} slots`
  const checked = checkedAt === null ? 'Not checked yet.' : `Checked at ${checkedAt}.`
  return {
    label,
    message: `${verdict}${by}${at}`,
    color: COLORS[VERDICT_FACTS[verdict].badge],
    description: `${network} indexer ${verdict}${behind}${atSlot}. ${checked}`,
  }
}

export function badgeOfAll({ verdict, worst, networks, summary, checkedAt }: AllStatus): Badge {
  const bad = networks.filter((status) => status.verdict !== 'ok').length
  const which = verdict === 'ok' ? `${networks.length}` : `${worst}${bad > 1 ? ` +${bad - 1}` : ''}`
  const checked = checkedAt === null ? 'Not all checked yet.' : `Checked at ${checkedAt}.`
  return {
    label: networks.length === 1 ? 'indexer' : 'indexers',
    message: `${verdict} · ${which}`,
    color: COLORS[VERDICT_FACTS[verdict].badge],
    description: `${escapeInvisible(summary)} ${checked}`,
  }
}

export function errorBadge(message: string): Badge {
  return {
    label: 'indexer',
    message,
    color: GREY,
    description: `Invalid badge URL: ${message}.`,
    isError: true,
  }
}

/** https://shields.io/badges/endpoint-badge. */
export function shieldsJson({ label, message, color, isError }: Badge): object {
  return { schemaVersion: 1, label, message, color, ...(isError && { isError }) }
}

export const LABEL_COLOR = '2f363d'

const HEIGHT = 20
const FONT_SIZE = 11
const PADDING = 6

/** In hundredths of the font size, for Verdana and DejaVu Sans; `textLength` adapts other fonts. */
const WIDTHS: readonly [characters: string, width: number][] = [
  ["ijl.,:;|!' ·", 33],
  ['frt-()[]', 43],
  ['mwMW@%', 97],
  ['ABCDEFGHKLNOPQRSTUVXYZ_', 70],
]
const OTHER_WIDTH = 62

function widthOf(text: string): number {
  const hundredths = [...text].reduce(
    (sum, character) => sum + (WIDTHS.find(([characters]) => characters.includes(character))?.[1] ?? OTHER_WIDTH),
    0,
  )
  return Math.ceil((hundredths / 100) * FONT_SIZE)
}

export function badgeSvg({ label, message, color, description }: Badge): string {
  const [labelWidth, messageWidth] = [widthOf(label), widthOf(message)]
  const left = labelWidth + 2 * PADDING
  const right = messageWidth + 2 * PADDING
  const width = left + right
  const text = (words: string, x: number, length: number) =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${xmlText(words)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-labelledby="title" aria-describedby="description">
<title id="title">${xmlText(`${label}: ${message}`)}</title>
<desc id="description">${xmlText(description)}</desc>
<clipPath id="round"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>
<g clip-path="url(#round)"><rect width="${left}" height="${HEIGHT}" fill="#${LABEL_COLOR}"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="#${color}"/></g>
<g fill="#fff" font-family="Verdana, DejaVu Sans, Geneva, sans-serif" font-size="${FONT_SIZE}">${text(label, PADDING, labelWidth)}${text(message, left + PADDING, messageWidth)}</g>
</svg>
`
}
