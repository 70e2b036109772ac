import { clock } from '@/lib/platform/clock'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { siteUrl } from '@/lib/upstream/networks/networks'
import { plexMono, plexSans } from './fonts'
import { LEAF_URL } from './leaf'
import { Providers } from './providers'

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(siteUrl()),
    title: { default: 'Leafscan', template: '%s · Leafscan' },
    icons: { icon: { url: LEAF_URL, type: 'image/svg+xml' } },
  }
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#141a16' },
  ],
  colorScheme: 'light dark',
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${plexSans.variable} ${plexMono.variable}`}>
      <body className="flex min-h-dvh flex-col">
        <Providers serverNow={clock().wall()}>{children}</Providers>
      </body>
    </html>
  )
}
