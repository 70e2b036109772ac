import { Content } from '@/lib/api/content'
import { inMemoryFileHandlers } from '@/lib/api/handlers'

/** One theme is all that a manifest has: the `theme-color` of pages (app/layout.tsx) has the dark one, and comes first. */
const MANIFEST = {
  name: 'Leafscan',
  short_name: 'Leafscan',
  description: 'Explorer for compressed state on Solana',
  start_url: '/',
  display: 'minimal-ui',
  theme_color: '#ffffff',
  background_color: '#fafaf6',
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/apple-icon.png', type: 'image/png', sizes: '180x180' },
  ],
}

export const { GET, HEAD, OPTIONS } = inMemoryFileHandlers('/manifest.webmanifest', () => ({
  content: new Content(JSON.stringify(MANIFEST)),
  contentType: 'application/manifest+json',
  cacheControl: 'public, max-age=86400',
}))
