import './globals.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { siteUrl } from '@/lib/gateway/networks'
import { Providers } from './providers'

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(siteUrl()),
    title: { default: 'Leafscan: compressed state on Solana', template: '%s · Leafscan' },
    description:
      'Compressed accounts by owner, token accounts by delegate, the life of one account and the latest compression signatures, exact to the digit.',
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
    <html lang="en">
      <body className="flex min-h-dvh flex-col">
        <Providers serverNow={Date.now()}>{children}</Providers>
      </body>
    </html>
  )
}
