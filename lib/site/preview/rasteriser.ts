import 'server-only'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Resvg } from '@resvg/resvg-js'
import { CARD_HEIGHT, CARD_WIDTH } from '../../page/draw-card'
import { once } from '../../platform/once'
import fonts from './fonts.json'
import { indexedPng } from './png'

/** The folder that holds packages: the repository's, or a release's. */
const packages = once('folder of packages', () => path.join(process.env.LEAFSCAN_ROOT ?? process.cwd(), 'node_modules'))

type Rasteriser = typeof import('@resvg/resvg-js')

/** Loaded with the first picture: a platform without it serves everything else. */
function rasteriser(): Rasteriser {
  const load = createRequire(path.join(packages(), 'anything.js'))
  return load('@resvg/resvg-js') as Rasteriser
}

const options = once('preview fonts', (): ConstructorParameters<typeof Resvg>[1] => ({
  font: {
    loadSystemFonts: false,
    fontFiles: fonts.map((file) => path.join(packages(), file)),
    defaultFontFamily: 'IBM Plex Sans',
  },
  logLevel: 'off',
}))

/**
 * An SVG of ours as PNG of CARD_WIDTH by CARD_HEIGHT; drawn and packed off the main thread.
 * @throws Error where this platform has no rasteriser.
 */
export async function rasterise(svg: string): Promise<Buffer> {
  const image = await rasteriser().renderAsync(svg, options())
  return (await indexedPng(image.pixels, CARD_WIDTH, CARD_HEIGHT)) ?? image.asPng()
}
