import 'server-only'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Resvg } from '@resvg/resvg-js'
import type { ApiAnswer } from '../../api/api-answer'
import { STATIC_CARD } from '../../page/card'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import fonts from './fonts.json'
import { PreviewRenderer } from './studio'
import { summaryAt } from './summary-at'

/** Milliseconds for the indexer's response and for drawing: together below one second, after which chats may give up. */
const ASK_MS = 500
const DRAW_MS = 400

/** Chats keep an image for days anyway, so shared caches may serve a stale one while revalidating. */
const CACHE = 'public, max-age=60, stale-while-revalidate=600'

const SOON_CACHE = 'public, max-age=5'

/** Always an image; a malformed URL gets the static card. features.md a31, facts/reliability.md (e) S10. */
export async function answerPreview(page: string, search: URLSearchParams): Promise<ApiAnswer> {
  const preview = await summaryAt(page, search, clock().monotonic() + ASK_MS)
  const { content, isRequested } = await studio().pictureOf(preview?.summary.card ?? STATIC_CARD)
  return { content, contentType: 'image/png', cacheControl: preview?.known && isRequested ? CACHE : SOON_CACHE }
}

const studio = once('preview studio', () => new PreviewRenderer(rasterise, DRAW_MS))

/** Packages lie in our folder, or beside it where Leafscan is a package itself. */
const load = once('packages of previews', () =>
  createRequire(path.join(process.env.LEAFSCAN_ROOT ?? process.cwd(), 'package.json')),
)

type Rasteriser = typeof import('@resvg/resvg-js')

/** Loaded on first use: on platforms without the package, everything else works. */
function rasteriser(): Rasteriser {
  return load()('@resvg/resvg-js') as Rasteriser
}

const options = once('preview fonts', (): ConstructorParameters<typeof Resvg>[1] => ({
  font: {
    loadSystemFonts: false,
    fontFiles: fonts.map((file) => load().resolve(file)),
    defaultFontFamily: 'IBM Plex Sans',
  },
  logLevel: 'off',
}))

/** Renders our SVG off the main thread; only PNG compression, some ten milliseconds, is on it. @throws Error */
export async function rasterise(svg: string): Promise<Buffer> {
  return (await rasteriser().renderAsync(svg, options())).asPng()
}
