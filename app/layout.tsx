import { clock } from '@/lib/platform/clock'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { siteUrl } from '@/lib/upstream/networks/networks'
import { plexMono, plexSans } from './fonts'
import { LEAF_URL } from './leaf'
import { Providers } from './providers'

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(siteUrl()),
    title: { default: 'Leafscan', template: '%s · Leafscan' },
    icons: { icon: { url: LEAF_URL, type: 'image/svg+xml' }, apple: '/apple-icon.png' },
    manifest: '/manifest.webmanifest',
  }
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#141a16' },
  ],
  colorScheme: 'light dark',
}

/** components/reader/display.ts. Single quotes: a page has this twice, and its data escape double ones. */
const DISPLAY = "try{document.documentElement.dataset.display=localStorage['leafscan.display']||''}catch{}"

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [, nonce] = /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '') ?? []
  return (
    // The script in the head sets an attribute before React comes, and browsers hide its nonce.
    <html lang="en" className={`${plexSans.variable} ${plexMono.variable}`} suppressHydrationWarning>
      <head>
        <script nonce={nonce} suppressHydrationWarning>
          {DISPLAY}
        </script>
        <link rel="search" type="application/opensearchdescription+xml" title="Leafscan" href="/opensearch.xml" />
      </head>
      <body className="flex min-h-dvh flex-col">
        <Providers serverNow={clock().wall()}>{children}</Providers>
      </body>
    </html>
  )
}
