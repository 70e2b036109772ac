import 'server-only'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Resvg } from '@resvg/resvg-js'
import { once } from '../../platform/once'
import fonts from './fonts.json'

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

/** Renders our own SVG off the main thread; only its compression, some ten milliseconds, is here. @throws Error without one */
export async function rasterise(svg: string): Promise<Buffer> {
  return (await rasteriser().renderAsync(svg, options())).asPng()
}
