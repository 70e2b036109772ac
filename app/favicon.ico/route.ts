import { Content } from '@/lib/api/content'
import { fileHandlers } from '@/lib/api/handlers'
import { once } from '@/lib/platform/once'
import { leafPng } from '../leaf-png'

const SIZE = 48

/** One picture, as PNG, behind the head and the directory of an ICO file. */
const icon = once('favicon', async () => {
  const png = await leafPng(SIZE)
  const head = Buffer.alloc(22)
  head.set([0, 0, 1, 0, 1, 0, SIZE, SIZE, 0, 0, 1, 0, 32, 0])
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return new Content(Buffer.concat([head, png]))
})

export const { GET, HEAD, OPTIONS } = fileHandlers('/favicon.ico', async () => ({
  content: await icon(),
  contentType: 'image/x-icon',
  cacheControl: 'public, max-age=86400',
}))
