import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { BUILD_FILES } from '../addresses'

/** A style sheet of the build. */
interface Sheet {
  text: string
  /** What a policy names it by: `sha256-<base64>`. */
  hash: string
  /** Paths of the fonts in it. */
  fonts: readonly string[]
}

/** Style sheets by the path that a page's links name. */
export type Sheets = ReadonlyMap<string, Sheet>

/** The style sheets of the server built in `folder`. */
export function readSheets(folder: string): Sheets {
  const chunks = path.join(folder, '.next', 'static', 'chunks')
  const names = fs.readdirSync(chunks).filter((name) => name.endsWith('.css'))
  return new Map(
    names.map((name) => {
      // What it names lies beside its folder; in a page there is no such folder.
      const text = fs.readFileSync(path.join(chunks, name), 'utf8').replaceAll('url(../', `url(${BUILD_FILES}/`)
      const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
      const fonts = Array.from(text.matchAll(/url\(([^)]+\.woff2)\)/g), ([, font = '']) => font)
      return [`${BUILD_FILES}/chunks/${name}`, { text, hash, fonts }]
    }),
  )
}
