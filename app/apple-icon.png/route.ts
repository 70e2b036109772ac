import { Content } from '@/lib/api/content'
import { fileHandlers } from '@/lib/api/handlers'
import { once } from '@/lib/platform/once'
import { leafTile } from '../leaf-png'

const icon = once('apple icon', async () => new Content(await leafTile(180)))

export const { GET, HEAD, OPTIONS } = fileHandlers('/apple-icon.png', async () => ({
  content: await icon(),
  contentType: 'image/png',
  cacheControl: 'public, max-age=86400',
}))
