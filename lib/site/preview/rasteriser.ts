import 'server-only'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Resvg } from '@resvg/resvg-js'
import { CARD_HEIGHT, CARD_WIDTH } from '../../page/draw-card'
import { once } from '../../platform/once'
import fonts from './fonts.json'
import { indexedPng } from './png'

const packages = once('folder of packages', () => path.join(process.env.LEAFSCAN_ROOT ?? process.cwd(), 'node_modules'))

type Rasteriser = typeof import('@resvg/resvg-js')

/** Loaded on first use: a platform without it serves everything else. */
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

/** Renders our own SVG as PNG off the main thread. @throws Error if this platform has no rasteriser */
export async function rasterise(svg: string): Promise<Buffer> {
  const image = await rasteriser().renderAsync(svg, options())
  return (await indexedPng(image.pixels, CARD_WIDTH, CARD_HEIGHT)) ?? image.asPng()
}
