// Builds the fonts of the pages in dist/fonts: the two families of the preview cards, cut down to the weights and
// characters that pages use, and a style sheet of system fonts to show until they have loaded. app/fonts.ts and
// app/globals.css import them; other characters fall back to system fonts.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'dist', 'fonts')

/** Characters of a range of code points, both ends included. @param {number} first @param {number} last */
const range = (first, last) => String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, i) => first + i))

const ASCII = range(0x20, 0x7e)
const PUNCTUATION = '–—‘’“”…·×−≤≥'

const FONTS = [
  {
    file: 'plex-sans.woff2',
    source: '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
    // Labels that users type need Latin-1.
    text: ASCII + range(0xa0, 0xff) + PUNCTUATION,
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  {
    file: 'plex-mono.woff2',
    source: '@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf',
    text: ASCII + PUNCTUATION,
  },
]

/** Metrics of IBM Plex, in ems: line height; average widths of text by weight, of a digit, of Mono. */
const PLEX = { ascent: 1.025, descent: 0.275, text: { 400: 0.4405, 600: 0.4565 }, digit: 0.6, mono: 0.6 }

/**
 * System fonts with the same measurements (docs/spec/facts/fonts.md); bold stands in for 600. The first one that exists
 * is shown until Plex has loaded.
 * @type {Record<string, Record<number, { local: string[], text: number, digit: number }>>}
 */
const SANS = {
  'Segoe UI': {
    400: { local: ['Segoe UI'], text: 0.4333, digit: 0.5389 },
    600: { local: ['Segoe UI Bold'], text: 0.4657, digit: 0.575 },
  },
  Roboto: {
    400: { local: ['Roboto', 'Roboto-Regular'], text: 0.4348, digit: 0.562 },
    600: { local: ['Roboto Bold'], text: 0.4416, digit: 0.5737 },
  },
  Arial: {
    400: { local: ['Arial', 'Liberation Sans', 'Arimo'], text: 0.4365, digit: 0.5562 },
    600: { local: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'], text: 0.4714, digit: 0.5562 },
  },
  'DejaVu Sans': {
    400: { local: ['DejaVu Sans'], text: 0.4987, digit: 0.6362 },
    600: { local: ['DejaVu Sans Bold'], text: 0.564, digit: 0.6958 },
  },
}

/** @type {Record<string, { local: string[], width: number }>} */
const MONO = {
  Menlo: { local: ['Menlo-Regular', 'DejaVu Sans Mono'], width: 0.6021 },
  Consolas: { local: ['Consolas'], width: 0.5498 },
  'Courier New': { local: ['Roboto Mono', 'Droid Sans Mono', 'Liberation Mono', 'Courier New'], width: 0.6001 },
}

/**
 * A font face of a system font, scaled to the size of Plex.
 * @param {string} family
 * @param {string[]} local
 * @param {number} scale
 * @param {string} [more]
 */
function face(family, local, scale, more = '') {
  const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(2)}%`
  return `@font-face{font-family:"Plex as ${family}";src:${local.map((name) => `local("${name}")`)};${more}size-adjust:${percent(scale)};ascent-override:${percent(PLEX.ascent / scale)};descent-override:${percent(PLEX.descent / scale)};line-gap-override:0%}`
}

/** Style sheet of the fallback fonts. */
function fallbackSheet() {
  const sans = Object.entries(SANS).flatMap(([family, weights]) =>
    Object.entries(weights).flatMap(([weight, { local, text, digit }]) => [
      face(family, local, PLEX.text[/** @type {'400'} */ (weight)] / text, `font-weight:${weight};`),
      face(family, local, PLEX.digit / digit, `font-weight:${weight};unicode-range:U+30-39;`),
    ]),
  )
  const mono = Object.entries(MONO).map(([family, { local, width }]) => face(family, local, PLEX.mono / width))
  return `${[...sans, ...mono].join('\n')}\n`
}

/** Builds the fonts unless their inputs are unchanged. */
export async function makeFonts() {
  const inputs = [import.meta.filename, path.join(root, 'package-lock.json')]
  const digest = createHash('sha256')
  for (const input of inputs) digest.update(fs.readFileSync(input))
  const madeOf = digest.digest('hex')
  const note = path.join(folder, 'made-of')
  if (fs.existsSync(note) && fs.readFileSync(note, 'utf8') === madeOf) return
  // Loaded only if fonts have to be built. The package has no types.
  /** @type {(font: Buffer, text: string, options: { targetFormat: string, variationAxes?: object }) => Promise<Buffer>} */
  const subset = require('subset-font')
  fs.mkdirSync(folder, { recursive: true })
  for (const { file, source, text, ...options } of FONTS) {
    const font = await subset(fs.readFileSync(require.resolve(source)), text, { targetFormat: 'woff2', ...options })
    fs.writeFileSync(path.join(folder, file), font)
  }
  fs.writeFileSync(path.join(folder, 'until-then.css'), fallbackSheet())
  fs.writeFileSync(note, madeOf)
}
