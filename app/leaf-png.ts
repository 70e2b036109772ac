import 'server-only'
import { rasterise } from '@/lib/site/preview/answer'
import { LEAF } from './leaf'

export function leafPng(size: number): Promise<Buffer> {
  return rasterise(LEAF.replace('<svg', `<svg width="${size}" height="${size}"`))
}

/** On paper, with a margin: the system cuts the corners round, and draws what is transparent black. */
export function leafTile(size: number): Promise<Buffer> {
  const leaf = LEAF.replace('<svg', '<svg width="24" height="24"')
  return rasterise(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-4 -4 32 32"><path fill="#fafaf6" d="M-4-4h32v32H-4z"/>${leaf}</svg>`,
  )
}
