import { xmlText } from '../../format/xml'
import type { Badge } from './badge'

export const LABEL_COLOR = '2f363d'

const HEIGHT = 20
const FONT_SIZE = 11
const PADDING = 6

/** Hundredths of the font size, as in Verdana and DejaVu Sans; `textLength` fits other fonts. */
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
