// Makes the two fonts of the pages, in dist/fonts: the family of the preview cards, cut down to the weights and characters
// that pages use. app/fonts.ts takes them into the build; what they lack is drawn in the reader's own fonts.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'dist', 'fonts')

/** Characters from the first to the last, both by number. @param {number} first @param {number} last */
const range = (first, last) => String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, i) => first + i))

const ASCII = range(0x20, 0x7e)
const PUNCTUATION = '–—‘’“”…·×−≤≥'

const FONTS = [
  {
    file: 'plex-sans.woff2',
    source: '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
    // Readers write labels in it.
    text: ASCII + range(0xa0, 0xff) + PUNCTUATION,
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  {
    file: 'plex-mono.woff2',
    source: '@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf',
    text: ASCII + PUNCTUATION,
  },
]

/** Makes the fonts, unless they were made of the same. */
export async function makeFonts() {
  const inputs = [import.meta.filename, path.join(root, 'package-lock.json')]
  const digest = createHash('sha256')
  for (const input of inputs) digest.update(fs.readFileSync(input))
  const madeOf = digest.digest('hex')
  const note = path.join(folder, 'made-of')
  if (fs.existsSync(note) && fs.readFileSync(note, 'utf8') === madeOf) return
  // Where the fonts are there, a start does not wait for it. It has no types of its own.
  /** @type {(font: Buffer, text: string, options: { targetFormat: string, variationAxes?: object }) => Promise<Buffer>} */
  const subset = require('subset-font')
  fs.mkdirSync(folder, { recursive: true })
  for (const { file, source, text, ...options } of FONTS) {
    const font = await subset(fs.readFileSync(require.resolve(source)), text, { targetFormat: 'woff2', ...options })
    fs.writeFileSync(path.join(folder, file), font)
  }
  fs.writeFileSync(note, madeOf)
}
